import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { Client } from "pg";
import { databaseStanding } from "./database-standing.ts";
import { testPostgres } from "../testing/test-database.ts";

test("a role without powers in a database of its own leaves nothing open; a superuser, and doors for everybody, are named", async () => {
  const postgres = await testPostgres();
  const name = `standing_${randomBytes(6).toString("hex")}`;
  const url = await postgres.createDatabase(name);
  const before = await databaseStanding(url);
  assert.deepEqual(
    [before["database-role"], before["records-role"], before["database-tls-in-use"]],
    [null, null, null],
  );
  assert.match(before["database-public"] ?? "", /connect to the database/);
  const admin = new Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  try {
    await admin.query(`revoke connect on database ${name} from public`);
  } finally {
    await admin.end();
  }
  assert.deepEqual(Object.values(await databaseStanding(url)), [null, null, null, null]);
  const asAdmin = await databaseStanding(postgres.adminUrl);
  assert.match(asAdmin["database-role"] ?? "", /superuser, bypassrls, createrole, createdb, replication/);
  assert.match(asAdmin["records-role"] ?? "", /missing/);
});
