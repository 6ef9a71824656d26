import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RawBuilder, sql } from "kysely";
import { createLog } from "@ferrule/kit/log.ts";
import { mayReapRuns } from "../../serving/runs/queries/claims.ts";
import { hasDueRuns } from "../../serving/runs/queries/lanes.ts";
import type { App } from "../app.ts";
import { databaseClock, readClock } from "./clock.ts";
import { openStore, type OpenStore } from "./connections/open-store.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const started = new AsyncDisposableStack();
let store: OpenStore;
before(async () => {
  const { url } = started.use(await createTestDatabase());
  store = started.use(openStore({ databaseUrl: url, role: null, log: createLog("test", "silent") }));
});
after(() => started.disposeAsync());

/** Rows of a table whose other columns do not matter: each one that must have a value gets some. */
async function fill(table: string, values: Readonly<Record<string, string>>): Promise<void> {
  await store.inInstallation(async ({ tx }) => {
    const columns = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'`.execute(
      tx,
    );
    const constraints = await sql<{ name: string }>`
      select conname as name from pg_constraint where conrelid = ${table}::regclass and contype in ('c', 'f')`.execute(
      tx,
    );
    for (const { name } of constraints.rows)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    const some: Readonly<Record<string, string>> = {
      text: "'x'",
      bytea: "'x'::bytea",
      jsonb: "'{}'",
      boolean: "false",
    };
    const given = columns.rows.map(({ name, type }): [string, string] => [
      name,
      values[name] ?? some[type] ?? (type.startsWith("timestamp") ? "now()" : "1"),
    ]);
    for (const [name, value] of Object.entries(values))
      if (!given.some(([known]) => known === name)) given.push([name, value]);
    await sql`insert into ${sql.table(table)} (${sql.raw(given.map(([name]) => name).join())})
      select ${sql.raw(given.map(([, value]) => value).join())} from generate_series(1, 20000) as at`.execute(tx);
  });
  await store.inInstallation(({ tx }) => sql`analyze ${sql.table(table)}`.execute(tx));
}

/** How the server looks a condition up. */
const planOf = (condition: RawBuilder<boolean>) =>
  store.inInstallation(async ({ tx }) => {
    const { rows } = await sql<Record<string, string>>`explain select ${condition}`.execute(tx);
    return rows.flatMap((row) => Object.values(row)).join("\n");
  });

test("the database's clock moves within a transaction", async () => {
  const [first, second] = await store.inInstallation(async (scope) => {
    const before = await readClock(scope, databaseClock);
    await sql`select pg_sleep(0.02)`.execute(scope.tx);
    return [before, await readClock(scope, databaseClock)];
  });
  assert.ok(first && second && second.getTime() - first.getTime() >= 20);
});

test("among many that wait, an index finds what is due, and what was not begun in its time", async () => {
  const app = { clock: databaseClock } as App;
  const times = { due_at: "now() + interval '1 day'", deadline_at: "now() + interval '2 days'" };
  const waits = { id: "'id_' || at", status: "'queued'", queue: "'later'", project_id: "'prj_' || at % 50" };
  await fill("runs", { ...waits, ...times, mode: "(array['durable', 'cron', 'delivery'])[1 + at % 3]" });
  assert.match(await planOf(hasDueRuns(app.clock)), /Index Cond: \(due_at <= /);
  assert.match(await planOf(mayReapRuns(app)), /Index Cond: \(deadline_at <= /);
});
