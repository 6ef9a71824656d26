import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { sql } from "kysely";
import { record } from "../../observed/executions/testing/reports.ts";
import { startScene, type Scene } from "../../doors/internal/testing/start-scene.ts";
import { connectForMigrations, migrate } from "../../ground/store/schema/migrate.ts";
import { testPostgres } from "../../ground/store/testing/test-database.ts";
import { approvalOf, newRunOf } from "../../serving/runs/testing/start-run-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { lockWith, makeKey, unlockWith } from "./file/keys.ts";
import { readBackup } from "./read-backup.ts";
import { restoreBackup } from "./restore-backup.ts";
import { rowsOfDatabase } from "./testing/rows-of-database.ts";
import { writeBackup } from "./write-backup.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";
import { keepPartitions } from "../../observed/executions/keep-partitions.ts";

const log = createLog("test", "silent");
let scene: Scene;
let folder: string;
let recipients: string[];
let identity: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "ferrule-backup-"));
  identity = join(folder, "backup.key");
  recipients = [await makeKey(identity)];
  scene = await startScene();
  await restScheduler(scene.app);
  // Those that it made at its start, if it has.
  await keepPartitions(scene.app);
});
after(async () => {
  await scene[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function withClient<T>(
  url: string,
  run: (client: Awaited<ReturnType<typeof connectForMigrations>>) => Promise<T>,
) {
  const client = await connectForMigrations(url, null, log);
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

async function backUp(url: string): Promise<string> {
  const path = join(folder, randomUUID());
  await withClient(url, async (client) => writeBackup(client, "0.1.0", await lockWith({ recipients }), path));
  return path;
}

const emptyDatabase = async () => (await testPostgres()).createDatabase(`restored_${randomBytes(6).toString("hex")}`);
const restoreTo = (url: string, path: string) =>
  withClient(url, (client) => restoreBackup(client, path, () => unlockWith({ identity })));

const ofRuns = ["runs", "run_keys", "run_payloads", "approvals"];

/** Writes at least one row of every kind. */
async function fill() {
  const author = await startAuthor(scene);
  const { client, projectId } = author;
  const functionId = await author.addFunction("look-up");
  const endpointId = await author.addEndpoint("orders");
  await author.bindTool(endpointId, functionId, "look_up");
  await client.createSecret({
    body: { name: "TOKEN", environment: "production", value: "a sealed value \\ with\ttabs and \n lines" },
  });
  const records = Array.from({ length: 50 }, (_, at) => record(projectId, { output: `\\N ü 🦊 ${at}` }));
  const { status } = await scene.worker().ask("recordExecutions", { records });
  assert.equal(status, 204);
  const input = JSON.stringify("x".repeat(100_000));
  const runs = [newRunOf(functionId, { input, key: "restored", approval: approvalOf() }), newRunOf(functionId, {})];
  assert.equal((await scene.worker().ask("startRuns", { projectId, runs })).status, 200);
  await scene.query((tx) =>
    sql`insert into data_collections (id, project_id, name) values (${`col_${projectId}`}, ${projectId}, 'orders')`.execute(
      tx,
    ),
  );
  await scene.query((tx) =>
    sql`insert into records (collection_id, environment, tenant_id, id, project_id, version, data)
      select ${`col_${projectId}`}, 'production', 'acme', 'r' || n, ${projectId}, 1, '{"n": 1}' from generate_series(1, 500) as n`.execute(
      tx,
    ),
  );
  await scene.query((tx) =>
    sql`insert into cache_entries (project_id, environment, tenant_id, key, value, size_bytes, function_id, expires_at)
      values (${projectId}, 'production', 'acme', 'k', '"v"', 3, ${functionId}, now() + interval '1 day')`.execute(tx),
  );
  return author;
}

test("a backup under load holds one moment, and every row of it is restored", async () => {
  const author = await fill();
  const source = scene.plane.settings.databaseUrl;
  const earlier = await rowsOfDatabase(source);
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const load = Array.from({ length: 4 }, async (_, lane) => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      await author.addFunction(`load-${lane}-${n}`, { called: false });
      if (n === 2) begun.resolve();
    }
  });
  await begun.promise;
  const path = await backUp(source).finally(() => stop.abort());
  await Promise.all(load);
  const later = await rowsOfDatabase(source);
  const target = await emptyDatabase();
  await restoreTo(target, path);
  const restored = await rowsOfDatabase(target);
  assert.deepEqual([...restored.keys()], [...earlier.keys()]);
  // Tables that are append-only, or that the load does not touch.
  const changing = new Set([
    "audit_chain",
    "control_planes",
    "audit_events",
    "leases",
    "runtime_feed",
    "sequences",
    "sessions",
    "idempotency_keys",
    "projects",
    "api_tokens",
  ]);
  for (const [table, rows] of restored) {
    if (changing.has(table)) continue;
    const [lost, foreign] = [new Set(rows), new Set(later.get(table))];
    assert.deepEqual(
      earlier.get(table)?.filter((row) => !lost.has(row)),
      [],
      table,
    );
    assert.deepEqual(
      rows.filter((row) => !foreign.has(row)),
      [],
      table,
    );
  }
  // The backup is one snapshot: each Function has its revision and its audit event.
  await withClient(target, async (client) => {
    await client.query("begin; select set_config('ferrule.scope', 'installation', true)");
    const { rows } = await client.query<{ functions: number; revisions: number; events: number }>(`select
      (select count(*)::int from functions) as functions,
      (select count(*)::int from function_revisions where revision = 1) as revisions,
      (select count(*)::int from audit_events where action = 'function.create') as events`);
    assert.ok(rows[0]!.functions > 1);
    assert.deepEqual(rows[0], {
      functions: rows[0]!.functions,
      revisions: rows[0]!.functions,
      events: rows[0]!.functions,
    });
  });
  // A backup of an untouched database is the same row by row, and its schema accepts this version's migrations.
  const again = await emptyDatabase();
  await restoreTo(again, await backUp(target));
  assert.deepEqual(await rowsOfDatabase(again), restored);
  for (const table of ["executions", "records", "cache_entries", "secret_versions", "functions", ...ofRuns])
    assert.ok(
      [...restored].some(([name, rows]) => name.startsWith(table) && rows.length > 0),
      table,
    );
  assert.deepEqual(await migrate(again, null, log), []);
});

test("a restored database has every trigger, reference and policy of a migrated one", async () => {
  const target = await emptyDatabase();
  await restoreTo(target, await backUp(scene.plane.settings.databaseUrl));
  const shapeOf = (url: string) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ line: string }>(`
        select 'c ' || conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated as line
          from pg_constraint where connamespace = 'public'::regnamespace
        union all select 't ' || tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
        union all select 'p ' || polrelid::regclass || polname || pg_get_expr(polqual, polrelid) from pg_policy
        union all select 'r ' || relname || relrowsecurity || relforcerowsecurity from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
      return rows.map(({ line }) => line).sort();
    });
  assert.deepEqual(await shapeOf(target), await shapeOf(scene.plane.settings.databaseUrl));
  // Workers that know the original by the same sequence numbers must read everything anew.
  const epochOf = (url: string) =>
    withClient(
      url,
      async (client) => (await client.query<{ epoch: string }>("select epoch from runtime_feed")).rows[0]?.epoch,
    );
  assert.notEqual(await epochOf(target), await epochOf(scene.plane.settings.databaseUrl));
});

test("a cut, changed or foreign file is refused before anything is written", async () => {
  const path = await backUp(scene.plane.settings.databaseUrl);
  const whole = await readFile(path);
  const target = await emptyDatabase();
  const flipped = Buffer.from(whole);
  flipped[whole.length - 40]! ^= 1;
  const bad = {
    cut: whole.subarray(0, whole.length - 1_000),
    flipped,
    header: whole.subarray(0, 100),
    foreign: randomBytes(5_000),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    const file = join(folder, `bad-${name}`);
    await writeFile(file, bytes);
    await assert.rejects(restoreTo(target, file), { name: "BackupError" }, name);
  }
  const other = join(folder, "other.key");
  await makeKey(other);
  await assert.rejects(readBackup(path, await unlockWith({ identity: other })), /key does not fit/);
  assert.equal((await rowsOfDatabase(target)).size, 1, "no table, only the sequences' entry");
  assert.ok(!whole.includes("look-up") && !whole.includes("sealed value"));
});

test("a database that is in use is not restored into, and keeps what it has", async () => {
  const path = await backUp(scene.plane.settings.databaseUrl);
  const target = await emptyDatabase();
  await restoreTo(target, path);
  const before = await rowsOfDatabase(target);
  await assert.rejects(restoreTo(target, path), /is not empty/);
  assert.deepEqual(await rowsOfDatabase(target), before);
});

test("two restores at once into one database: one is done, the other is refused", async () => {
  const path = await backUp(scene.plane.settings.databaseUrl);
  const target = await emptyDatabase();
  const outcomes = await Promise.allSettled([restoreTo(target, path), restoreTo(target, path)]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

test("a restore whose connection is cut in the middle leaves the database empty", async () => {
  const path = await backUp(scene.plane.settings.databaseUrl);
  const target = await emptyDatabase();
  await withClient(target, async (client) => {
    const restoring = restoreBackup(client, path, () => unlockWith({ identity }));
    const outcome = assert.rejects(restoring);
    await withClient((await testPostgres()).adminUrl, async (admin) => {
      const name = new URL(target).pathname.slice(1);
      for (let killed = 0; killed === 0;)
        killed =
          (
            await admin.query(
              "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query ilike 'copy%'",
              [name],
            )
          ).rowCount ?? 0;
    });
    await outcome;
  });
  assert.equal((await rowsOfDatabase(target)).size, 1);
  await restoreTo(target, path);
});

test("a backup that fails leaves no file, one that exists is not replaced, and a key that others can read is refused", async () => {
  const source = scene.plane.settings.databaseUrl;
  const path = join(folder, "failing");
  await withClient(source, async (client) => {
    await client.end();
    await assert.rejects(writeBackup(client, "0.1.0", await lockWith({ recipients }), path));
  });
  assert.ok(!existsSync(path) && !existsSync(`${path}.partial`));
  const taken = await backUp(source);
  await withClient(source, async (client) => {
    await assert.rejects(writeBackup(client, "0.1.0", await lockWith({ recipients }), taken), /already/);
  });
  const open = join(folder, "open.key");
  await makeKey(open);
  await chmod(open, 0o644);
  await assert.rejects(unlockWith({ identity: open }), /chmod 600/);
  await assert.rejects(lockWith({}), /always encrypted/);
  const short = join(folder, "short");
  await writeFile(short, "tiny\n", { mode: 0o600 });
  await assert.rejects(lockWith({ passphraseFile: short }), /shorter/);
});
