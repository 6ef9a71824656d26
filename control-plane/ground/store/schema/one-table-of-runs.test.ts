import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { keyRing } from "../../sealing/key-ring.ts";
import { openSecret } from "../../sealing/open-secret.ts";
import { sealSecret } from "../../sealing/seal-secret.ts";
import { testPostgres } from "../testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { ownMigrations } from "./migrations-of.ts";

const ofEach = 10_000;
const log = createLog("test", "silent");

/** A database as the last release left it, and what brings it up to date. */
async function beforeOneTable() {
  const folder = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
  const url = await (await testPostgres()).createDatabase(`one_table_${randomUUID()}`);
  for (const name of await readdir(ownMigrations))
    if (name < "0087") await cp(join(ownMigrations, name), join(folder, name));
  await migrate(url, null, log, folder);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("select set_config('ferrule.scope', 'installation', false)");
  return {
    client,
    upgrade: () => migrate(url, null, log),
    async [Symbol.asyncDispose]() {
      await client.end();
      await rm(folder, { recursive: true });
    },
  };
}

/** A Project with a Function, two crons, of which one never overlaps, and an endpoint. */
const scene = `
  insert into users (id, email, name, role, password_hash) values ('usr_1', 'ada@example.com', 'Ada', 'owner', '');
  insert into projects (id, slug, name) values ('prj_1', 'one', 'One');
  insert into functions (id, project_id, slug, name, source, timeout_ms, memory_mb, permissions)
    values ('fn_1', 'prj_1', 'reports', 'Reports', '', 1000, 64, '{}');
  insert into cron_bindings (id, project_id, name, function_id, environment, schedule, timezone, tenant_id, input,
    enabled, overlap, max_attempts, backoff_ms, catch_up)
  select 'cron_' || overlap, 'prj_1', 'Nightly', 'fn_1', 'production', '0 2 * * *', 'UTC', 'acme', '{}', true, overlap,
    3, 1000, 0 from (values ('skip'), ('allow')) as its (overlap);
  insert into runtime_endpoints (id, project_id, kind, slug, name) values ('ep_1', 'prj_1', 'http', 'shop', 'Shop')`;

/** Of each state, as many cron runs as asked for; their ids name the state. Half of the queued ones are retried later. */
const cronRuns = `
  insert into cron_runs (id, project_id, cron_binding_id, trigger, scheduled_for, status, attempt, due_at, catches_up,
    execution_id, request_id, requested_by, reason, worker_id, lease_until, started_at, finished_at, created_at,
    updated_at, revision)
  select 'run_' || status || n, 'prj_1', case when n % 2 = 0 then 'cron_skip' else 'cron_allow' end,
    case when n % 5 = 0 then 'manual' else 'schedule' end,
    '2026-01-01'::timestamptz + (place * ${ofEach} + n) * interval '1 minute', status, n % 3,
    '2026-01-01'::timestamptz + n * interval '1 minute' + case when n % 3 = 2 then interval '900 years' else '0' end,
    n % 7 = 0, 'exe_' || status || n, 'req_' || n, case when n % 5 = 0 then 'usr_1' end,
    case when status in ('failed', 'missed', 'skipped') then 'FUNCTION_ERROR: Number ' || n end,
    case when status = 'running' then 'wrk_' || n % 4 end,
    case when status = 'running' then now() + n * interval '1 second' end,
    case when n % 3 > 0 then '2026-01-02'::timestamptz + n * interval '1 minute' end,
    case when status not in ('queued', 'running') then '2026-01-03'::timestamptz + n * interval '1 minute' end,
    '2025-12-31'::timestamptz + n * interval '1 minute', '2026-01-04'::timestamptz + n * interval '1 minute', 1 + n % 4
  from unnest('{queued,running,succeeded,failed,skipped,missed}'::text[]) with ordinality as states (status, place),
    generate_series(1, ${ofEach}) n`;

const deliveries = `
  insert into deliveries (id, project_id, environment, endpoint_id, binding_id, function_id, route, tenant_id, caller,
    request_id, delivery_key, size, status, attempt, failures, max_attempts, backoff_ms, horizon_seconds, due_at,
    give_up_at, redelivered_at, execution_id, worker_id, lease_until, reason, received_at, started_at, finished_at,
    key_id, wrapped_key, ciphertext, created_at, updated_at, revision)
  select id, 'prj_1', 'development', 'ep_1', 'http_1', 'fn_1', 'POST /orders', 'acme',
    '{"kind":"api-key","id":"key_1","name":"Shop"}', 'req_' || n, case when n % 2 = 0 then 'order-' || n end, 100 + n,
    status, n % 6, n % 5, 5, 2000, 3600,
    '2026-01-01'::timestamptz + n * interval '1 minute' + case when n % 3 = 2 then interval '900 years' else '0' end,
    '2027-01-01'::timestamptz + n * interval '1 minute', case when n % 9 = 0 then '2026-02-01'::timestamptz end,
    'exe_' || id, case when status = 'running' then 'wrk_' || n % 4 end,
    case when status = 'running' then now() + n * interval '1 second' end,
    case when status in ('dead', 'queued') then 'HTTP 500: Number ' || n end,
    '2025-12-31'::timestamptz + n * interval '1 minute',
    case when n % 6 > 0 then '2026-01-02'::timestamptz + n * interval '1 minute' end,
    case when status not in ('queued', 'running') then '2026-01-03'::timestamptz + n * interval '1 minute' end,
    $1, wrapped_key, ciphertext, '2025-12-31'::timestamptz + n * interval '1 minute',
    '2026-01-04'::timestamptz + n * interval '1 minute', 1 + n % 4
  from unnest($2::text[], $3::text[], $4::integer[], $5::bytea[], $6::bytea[])
    as its (id, status, n, wrapped_key, ciphertext)`;

/** What both old tables and the new one say of each row. */
const kept = `id, project_id, status, attempt, execution_id, request_id, worker_id, lease_until, reason, started_at,
  finished_at, created_at, updated_at, revision`;
const cronsBefore = `select ${kept}, cron_binding_id as binding_id, trigger, scheduled_for, catches_up, requested_by,
  case when status = 'queued' then due_at end as due_at from cron_runs order by id`;
const cronsAfter = `select ${kept}, binding_id, trigger, scheduled_for, catches_up, requested_by, due_at
  from runs where mode = 'cron' order by id`;
const alike = `environment, endpoint_id, binding_id, function_id, route, tenant_id, caller, failures, max_attempts,
  backoff_ms, redelivered_at, version, key_id`;
const deliveriesBefore = `select ${kept}, ${alike}, delivery_key as key, size as input_chars,
  horizon_seconds as deadline_seconds, give_up_at as deadline_at, case when status = 'queued' then due_at end as due_at
  from deliveries order by id`;
const deliveriesAfter = `select ${kept}, ${alike}, key, input_chars, deadline_seconds, deadline_at, due_at
  from runs where mode = 'delivery' order by id`;
const statuses: Readonly<Record<string, string>> = { dead: "failed", discarded: "cancelled" };

const ring = await keyRing(["an encryption key of a test"]);
/** Every thousandth request is larger than what lies in a row. */
const requestOf = (id: string, n: number) => JSON.stringify({ id, body: "x".repeat(n % 1_000 === 0 ? 70_000 : 20) });
const contextOf = (id: string) =>
  ({ projectId: "prj_1", environment: "development", secretId: id, name: "delivery", version: 1 }) as const;

async function insertDeliveries(client: Client): Promise<void> {
  for (const status of ["queued", "running", "succeeded", "dead", "discarded"]) {
    const numbers = Array.from({ length: ofEach }, (_, at) => at + 1);
    const ids = numbers.map((n) => `dlv_${status}${n}`);
    const sealed = ids.map((id, at) => sealSecret(ring, contextOf(id), requestOf(id, at + 1)));
    const [keys, texts] = [sealed.map(({ wrappedKey }) => wrappedKey), sealed.map(({ ciphertext }) => ciphertext)];
    await client.query(deliveries, [ring.first.id, ids, ids.map(() => status), numbers, keys, texts]);
  }
}

test("cron runs and deliveries become runs, each with its id, state and times, and a delivery opens with the same key", async () => {
  await using database = await beforeOneTable();
  const { client } = database;
  await client.query(scene);
  await client.query(cronRuns);
  await insertDeliveries(client);
  const before = [await client.query(cronsBefore), await client.query(deliveriesBefore)].map(({ rows }) => rows);
  assert.deepEqual(
    before.map(({ length }) => length),
    [6 * ofEach, 5 * ofEach],
  );
  await database.upgrade();
  assert.deepEqual((await client.query(cronsAfter)).rows, before[0]);
  assert.deepEqual(
    (await client.query(deliveriesAfter)).rows,
    before[1]?.map((row: { status: string }) => ({ ...row, status: statuses[row.status] ?? row.status })),
  );
  const { rows: stored } = await client.query<{ id: string; n: number; wrapped: Buffer; text: Buffer; apart: boolean }>(
    `select r.id, substring(r.id from '[0-9]+$')::integer as n, wrapped_key as wrapped,
      coalesce(input, ciphertext) as text, input is null as apart
    from runs r left join run_payloads on run_id = r.id and name = 'input' where mode = 'delivery'`,
  );
  for (const { id, n, wrapped, text, apart } of stored) {
    const sealed = { keyId: ring.first.id, wrappedKey: wrapped, ciphertext: text };
    assert.equal(openSecret(ring, contextOf(id), sealed), requestOf(id, n));
    assert.equal(apart, n % 1_000 === 0, id);
  }
  const { rows: gone } = await client.query("select from pg_class where relname in ('cron_runs', 'deliveries')");
  assert.equal(gone.length, 0);
});

test("of moved runs, those that are due are ready, retries come later, and a cron that never overlaps has one at a time", async () => {
  await using database = await beforeOneTable();
  const { client } = database;
  await client.query(scene);
  await client.query(
    `insert into cron_runs (id, project_id, cron_binding_id, trigger, scheduled_for, status, attempt, due_at, request_id)
    select id, 'prj_1', binding, 'schedule', at, status, attempt, due, 'req_1'
    from (values
      ('run_1', 'cron_skip', 'running', 1, '2026-01-01'::timestamptz, '2026-01-01'::timestamptz),
      ('run_2', 'cron_skip', 'queued', 0, '2026-01-02', '2026-01-02'),
      ('run_3', 'cron_allow', 'running', 1, '2026-01-01', '2026-01-01'),
      ('run_4', 'cron_allow', 'queued', 0, '2026-01-02', '2026-01-02'),
      ('run_5', 'cron_allow', 'queued', 1, '2026-01-03', '2900-01-03')) as its (id, binding, status, attempt, at, due)`,
  );
  await database.upgrade();
  const { rows } = await client.query(
    "select id, status, queue, lane, concurrency, deadline_at - due_at as left from runs order by id",
  );
  assert.deepEqual(
    rows.map((row: Record<string, unknown>) => [
      row["id"],
      row["status"],
      row["queue"],
      row["lane"],
      row["concurrency"],
    ]),
    [
      ["run_1", "running", null, "cron:cron_skip", 1],
      ["run_2", "queued", "blocked", "cron:cron_skip", 1],
      ["run_3", "running", null, "cron:cron_allow", null],
      ["run_4", "queued", "ready", "cron:cron_allow", null],
      ["run_5", "queued", "later", "cron:cron_allow", null],
    ],
  );
  await client.query("delete from cron_bindings where id = 'cron_allow'");
  const { rows: left } = await client.query("select id from runs order by id");
  assert.deepEqual(left, [{ id: "run_1" }, { id: "run_2" }]);
});
