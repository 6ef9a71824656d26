import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { connectionUrl } from "./connection-url.ts";

test("leads pg to the socket, whatever the folder and the database are called and PGPORT says", (t) => {
  const before = process.env["PGPORT"];
  t.after(() => {
    if (before === undefined) delete process.env["PGPORT"];
    else process.env["PGPORT"] = before;
  });
  process.env["PGPORT"] = "1";
  for (const folder of ["/tmp/run", "/tmp/ä %2F %20 %zz/&host=x#?", `/a b/"c"'d'+e,f`]) {
    const client = new Client({ connectionString: connectionUrl(folder, "ferrule", "über db_1") });
    assert.deepEqual(
      { host: client.host, port: client.port, user: client.user, database: client.database, ssl: client.ssl },
      { host: folder, port: 5432, user: "ferrule", database: "über db_1", ssl: false },
    );
  }
});
