import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { schemaText } from "./schema-text.ts";
import { createTestDatabase } from "../testing/test-database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
before(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database[Symbol.asyncDispose]();
});

test("schema.sql is what the migrations leave", async () => {
  const written = await readFile(join(import.meta.dirname, "..", "schema.sql"), "utf8");
  // By lines, so that a failure shows the ones that differ.
  assert.deepEqual(
    (await schemaText(client)).split("\n"),
    written.split("\n"),
    "The migrations leave another schema than schema.sql shows. Run `npm run fix`, read the difference, and commit it.",
  );
});

test("every table says what it holds", async () => {
  const lines = (await schemaText(client)).split("\n");
  const tables = [...lines.entries()].filter(([, line]) => /^create (unlogged )?table /.test(line));
  assert.ok(tables.length > 50);
  assert.deepEqual(
    tables.filter(([at]) => lines[at - 1]?.startsWith("-- ") !== true).map(([, line]) => line),
    [],
    "Say in a migration what the table holds: comment on table … is '…'.",
  );
});

const changes = {
  "a table": "create table added (id text)",
  "a column": "alter table users add column added text",
  "a column's type": "alter table records alter column revision type bigint",
  "a column's collation": `alter table users alter column name type text collate "C"`,
  "a default": "alter table users alter column status set default 'disabled'",
  "not null": "alter table users alter column name drop not null",
  "a constraint": "alter table users drop constraint users_email_taken",
  "an index": "drop index users_last_project",
  "a storage parameter": "alter table users set (fillfactor = 50)",
  unlogged: "alter table cache_entries set logged",
  "a trigger": "drop trigger a_keeps_unchanged on users",
  "a trigger that is off": "alter table users disable trigger a_keeps_unchanged",
  "row-level security": "alter table functions disable row level security",
  "forced row-level security": "alter table functions no force row level security",
  "a policy": "alter policy project_scope on functions using (true)",
  "a policy's roles": "alter policy records_upkeep on records to public",
  "a function's arguments":
    "create function ferrule_protect(table_name text, more text) returns void language sql as ''",
  "a function's rights": "alter function ferrule_protect(text) security definer",
  "a comment on a table": "comment on table users is null",
  "a comment on a column": "comment on column users.email is 'In upper case.'",
};

for (const [what, statement] of Object.entries(changes))
  test(`shows a change of ${what}`, async () => {
    const unchanged = await schemaText(client);
    await client.query(`begin; ${statement}`);
    try {
      assert.notEqual(await schemaText(client), unchanged);
    } finally {
      await client.query("rollback");
    }
  });

test("partitions, which come by the day, do not show", async () => {
  const unchanged = await schemaText(client);
  await client.query("begin; select ferrule_add_execution_partition('2026-01-02')");
  try {
    assert.equal(await schemaText(client), unchanged);
  } finally {
    await client.query("rollback");
  }
});
