import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { migrate, pendingMigrations } from "./migrate.ts";
import { MigrationError, ownMigrations } from "./migrations-of.ts";
import { testPostgres } from "../testing/test-database.ts";

const log = createLog("test", "silent");

describe("migrations", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const freshDatabase = async () => (await testPostgres()).createDatabase(`migrated_${randomUUID()}`);
  const write = (name: string, statements: string) => writeFile(join(folder, name), statements);

  test("applies every file once, in the order of their names", async () => {
    const url = await freshDatabase();
    await write("0001-first.sql", "create table first (id int);");
    await write("0002-second.sql", "alter table first add column more int; insert into first values (1, 2);");
    assert.deepEqual(await migrate(url, null, log, folder), ["0001-first.sql", "0002-second.sql"]);
    assert.deepEqual(await migrate(url, null, log, folder), []);
    await write("0003-third.sql", "create table third (id int);");
    assert.deepEqual(await migrate(url, null, log, folder), ["0003-third.sql"]);
  });

  test("refuses a migration that was changed after it was applied, or that is not known", async () => {
    const url = await freshDatabase();
    await migrate(url, null, log, folder);
    const changed = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
    try {
      await cp(folder, changed, { recursive: true });
      await writeFile(join(changed, "0002-second.sql"), "select 1;");
      await assert.rejects(
        migrate(url, null, log, changed),
        new MigrationError("Migration 0002-second.sql was changed after it was applied."),
      );
      await cp(folder, changed, { recursive: true });
      await rm(join(changed, "0003-third.sql"));
      await assert.rejects(migrate(url, null, log, changed), /newer Ferrule/);
    } finally {
      await rm(changed, { recursive: true, force: true });
    }
  });

  test("a migration that fails leaves nothing of itself and keeps what was before it", async () => {
    const url = await freshDatabase();
    await write("0004-fourth.sql", "create table fourth (id int); select nonsense;");
    await assert.rejects(migrate(url, null, log, folder), /nonsense/);
    await write("0004-fourth.sql", "create table fourth (id int);");
    assert.deepEqual(await migrate(url, null, log, folder), ["0004-fourth.sql"]);
  });

  test("says what it would apply, and changes nothing", async () => {
    const url = await freshDatabase();
    assert.deepEqual((await pendingMigrations(url, null, log, folder)).slice(0, 2), [
      "0001-first.sql",
      "0002-second.sql",
    ]);
    assert.ok((await migrate(url, null, log, folder)).length > 0);
    assert.deepEqual(await pendingMigrations(url, null, log, folder), []);
  });

  test("one that waits for a table lets others pass, and is applied when the table is free", async () => {
    const url = await freshDatabase();
    const own = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
    const [holder, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
    try {
      await writeFile(join(own, "0001-a.sql"), "create table held (id int);");
      await migrate(url, null, log, own);
      await writeFile(join(own, "0002-b.sql"), "alter table held add column more int;");
      await Promise.all([holder.connect(), other.connect()]);
      await holder.query("begin; select from held");
      const impatient = { lockTimeoutMs: 50, attempts: 2, pauseMs: 10 };
      await assert.rejects(migrate(url, null, log, own, impatient), /got no lock on a table in 2 attempts/);
      const migrating = migrate(url, null, log, own, { lockTimeoutMs: 50, attempts: 1_000, pauseMs: 10 });
      // Without the timeout it would wait behind the migration's lock for ever.
      await other.query("set statement_timeout = 30000; select from held");
      await holder.query("commit");
      assert.deepEqual(await migrating, ["0002-b.sql"]);
    } finally {
      await Promise.all([holder.end(), other.end()]);
      await rm(own, { recursive: true, force: true });
    }
  });

  test("what the previous version still needs is not taken away, unless a migration says since when nobody needs it", async () => {
    const breaking =
      /\b(drop (table|column)|rename (to|column|constraint)|alter column \w+ (set data )?type|set not null)\b/i;
    const files = (await readdir(ownMigrations)).filter((name) => name > "0046");
    for (const name of files) {
      const text = await readFile(join(ownMigrations, name), "utf8");
      // What a function does, it does later.
      const now = text.replaceAll(/\bcreate (?:or replace )?function\b[^$]*\$\$.*?\$\$/gis, "");
      if (breaking.test(now)) assert.match(text, /^-- contract: unused since \d+\.\d+\.\d+/, name);
    }
    for (const text of [
      "alter table a drop column b",
      "alter table a rename to b",
      "alter table a alter column b type int",
    ])
      assert.match(text, breaking);
  });

  test("five processes at once migrate once", async () => {
    const url = await freshDatabase();
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, null, log)));
    assert.equal(applied.filter((names) => names.length > 0).length, 1);
  });

  test("every table that belongs to a Project is held by forced row-level security", async () => {
    const url = await freshDatabase();
    await migrate(url, null, log);
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
          and not (c.relrowsecurity and c.relforcerowsecurity)`);
      // Tables that are read before a Project is known: sessions, and what every worker may see.
      const open = rows.map(({ name }) => name).sort();
      assert.deepEqual(open, ["sessions"].sort(), open.join());
    } finally {
      await client.end();
    }
  });
});
