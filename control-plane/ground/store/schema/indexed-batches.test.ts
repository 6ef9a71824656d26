import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { Client } from "pg";
import { listGroupRows } from "../../../observed/executions/queries/groups.ts";
import {
  findExecution,
  listExecutionRows,
  type ExecutionFilters,
} from "../../../observed/executions/queries/executions.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "../connections/open-store.ts";
import { testPostgres } from "../testing/test-database.ts";

const log = createLog("test", "silent");
const migrations = join(import.meta.dirname, "..", "migrations");
const indexed = (await readdir(migrations)).find((name) => name.endsWith("indexed-batches.sql")) ?? "";

/** 1,200 calls of the last 40 minutes: one in 20 failed, one in 400 of a rare tenant. */
const insert = `insert into executions (id, project_id, request_id, environment, function_id, function_name, source, tenant_id,
    caller, status, started_at, duration_ms, queue_ms, cpu_ms, cold_start, input, error, logs, calls, worker_id)
  select 'exe_' || lpad(n::text, 6, '0'), 'prj_1', 'req_' || n, 'development', 'fn_' || n % 3, 'look-up', 'mcp',
    case when n % 400 = 0 then 'rare' else 'default' end, '{"kind":"anonymous","id":null,"name":null}',
    case when n % 20 = 0 then 'failed' else 'succeeded' end, now() - (1200 - n) * interval '2 seconds', 1, 0, 0, false,
    jsonb_build_object('n', n), case when n % 20 = 0 then
      '{"code":"FUNCTION_ERROR","message":"No.","stack":"Error: No.\\n    at handler (a.ts:1:1)"}'::jsonb end, '[]', '[]', 'wrk'
  from generate_series(1, 1200) n`;

test("executions of before are listed by every filter, shown whole and grouped", async () => {
  const url = await (await testPostgres()).createDatabase(`batches_${randomUUID()}`);
  const folder = await mkdtemp(join(tmpdir(), "ferrule-migrations-"));
  const client = new Client({ connectionString: url });
  try {
    await cp(migrations, folder, {
      recursive: true,
      filter: (path) => !path.endsWith(".sql") || path < join(migrations, indexed),
    });
    await migrate(url, null, log, folder);
    await client.connect();
    await client.query("select set_config('ferrule.scope', 'installation', false)");
    await client.query("insert into projects (id, slug, name) values ('prj_1', 'one', 'One')");
    await client.query(insert);
    await migrate(url, null, log, migrations);
    await using store = openStore({ databaseUrl: url, role: null, log });
    const numbers = async (filters: ExecutionFilters, limit: number) => {
      const { items } = await store.inProject("prj_1", (scope) => listExecutionRows(scope, filters, limit, null));
      return items.map(({ id }) => Number(id.slice(4)));
    };
    const down = (most: number, count: number, step: number) =>
      Array.from({ length: count }, (_, n) => most - n * step);
    assert.deepEqual(await numbers({}, 1_300), down(1_200, 1_200, 1));
    assert.deepEqual(await numbers({ status: "failed" }, 10), down(1_200, 11, 20));
    assert.deepEqual(await numbers({ tenantId: "rare" }, 10), [1_200, 800, 400]);
    assert.deepEqual(await numbers({ tenantId: "rare", functionId: "fn_1" }, 10), [400]);
    assert.deepEqual(await numbers({ source: "cron" }, 10), []);
    const one = await store.inProject("prj_1", (scope) => findExecution(scope, "exe_000400"));
    assert.deepEqual([one?.input, one?.logs, one?.hostCalls], [{ n: 400 }, [], []]);
    const groups = await store.inProject("prj_1", (scope) => listGroupRows(scope, {}, 10, null));
    assert.deepEqual(
      groups.map(({ count, frame, sampleIds }) => [count, frame, sampleIds.length]),
      Array.from({ length: 3 }, () => [20, "handler (a.ts:1:1)", 5]),
    );
    await client.query("delete from projects where id = 'prj_1'");
    const { rows } = await client.query("select id from executions");
    assert.deepEqual(rows, []);
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
});
