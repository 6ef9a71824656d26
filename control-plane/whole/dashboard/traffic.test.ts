import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { record, report } from "../../observed/executions/testing/reports.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { startAuthor } from "../../testing/author.ts";
import { listRollups, readFirstCall } from "./queries/traffic.ts";

const scene = duringTests(startScene);

const minute = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const hours = (many: number) => many * 60 * minute;
const days = (many: number) => many * hours(24);
const many = (count: number, projectId: string, over: Partial<ExecutionRecord>) =>
  Array.from({ length: count }, () => record(projectId, over));

test("sums the calls of a Function, an endpoint and a binding apart, and those of the Project", async () => {
  const { client, projectId } = await startAuthor(scene);
  const { client: other } = await startAuthor(scene);
  const [startedAt, earlier] = [ago(hours(2)), ago(hours(26))];
  const of = { functionId: "fn_a", endpointId: "ep_a", bindingId: "mcb_a", startedAt };
  const calls = [
    ...many(8, projectId, { ...of, durationMs: 10 }),
    ...many(2, projectId, { ...of, status: "failed", durationMs: 1_000 }),
    ...many(3, projectId, { ...of, functionId: "fn_b", bindingId: "mcb_b" }),
    ...many(1, projectId, { ...of, functionId: null, bindingId: null, status: "rejected" }),
    ...many(5, projectId, { ...of, endpointId: null, bindingId: "crn_a", source: "cron" }),
    ...many(7, projectId, { ...of, startedAt: earlier }),
    ...many(1, projectId, { ...of, source: "test" }),
    ...many(1, projectId, { ...of, environment: "production" }),
  ];
  for (const _ of [1, 2]) await report(scene.worker(), calls);
  const day = async (query: { functionId?: string; endpointId?: string; bindingId?: string }) => {
    const { calls: sum, failed, rejected, series } = await client.getTraffic({ query });
    assert.equal(
      series.reduce((total, step) => total + step.calls, 0),
      sum,
    );
    return [sum, failed, rejected];
  };
  assert.deepEqual(await day({}), [19, 2, 1]);
  assert.deepEqual(await day({ functionId: "fn_a" }), [15, 2, 0]);
  assert.deepEqual(await day({ endpointId: "ep_a" }), [14, 2, 1]);
  assert.deepEqual(await day({ bindingId: "mcb_a" }), [10, 2, 0]);
  assert.deepEqual(await day({ bindingId: "crn_a" }), [5, 0, 0]);
  for (const filter of [{ functionId: "fn_a" }, { endpointId: "ep_a" }, { bindingId: "mcb_a" }]) {
    const { calls: sum } = await client.getTraffic({ query: { ...filter, environment: "production" } });
    assert.equal(sum, 1);
    const { calls: theirs, firstCallAt } = await other.getTraffic({ query: filter });
    assert.deepEqual([theirs, firstCallAt], [0, null], "nothing of another Project");
  }
  const { latency } = await client.getTraffic({ query: { bindingId: "mcb_a" } });
  assert.ok(Math.abs((latency.p50Ms ?? 0) - 10) < 1 && Math.abs((latency.p99Ms ?? 0) - 1_000) < 70, `${latency.p99Ms}`);
});

test("an endpoint never counts as a Function, on the dashboard neither", async () => {
  const { client, projectId } = await startAuthor(scene);
  await report(scene.worker(), many(4, projectId, { functionId: "fn_a", endpointId: "ep_a", bindingId: "mcb_a" }));
  assert.equal((await client.getTraffic({ query: { functionId: "ep_a" } })).calls, 0);
  const { busiest, calls } = await client.getDashboard();
  assert.deepEqual([calls, busiest.map(({ functionId }) => functionId)], [4, ["fn_a"]]);
});

test("compares a window with the time before it, step by step and up to the same moment", async () => {
  const { client, projectId } = await startAuthor(scene);
  const at = (ms: number, count: number, over = {}) => many(count, projectId, { startedAt: ago(ms), ...over });
  await report(scene.worker(), [
    ...at(10 * minute, 6),
    ...at(70 * minute, 4, { status: "failed" }),
    ...at(days(1) + hours(2), 3),
    ...at(days(2) - 20 * minute, 2),
    ...at(days(8), 5),
    ...at(days(13), 1),
    ...at(days(15), 9),
  ]);
  const compared = async (window: "1h" | "24h" | "7d") => {
    const { calls, from, to, series, before } = await client.getTraffic({ query: { window, compare: "before" } });
    assert.ok(before);
    assert.equal(before.series.length, series.length);
    const length = Date.parse(from) - Date.parse(before.from);
    assert.equal(Date.parse(to) - Date.parse(before.to), length);
    for (const [step, one] of series.entries())
      assert.equal(Date.parse(one.at) - Date.parse(before.series[step]?.at ?? ""), length);
    assert.equal(
      before.series.reduce((sum, step) => sum + step.calls, 0),
      before.calls,
    );
    return [calls, before.calls, before.failed];
  };
  assert.deepEqual(await compared("1h"), [6, 4, 4]);
  assert.deepEqual(await compared("24h"), [10, 5, 0]);
  assert.deepEqual(await compared("7d"), [15, 6, 0]);
  assert.equal((await client.getTraffic()).before, null);
});

test("the time before ends with the same quarter of an hour, not with its last step", async () => {
  const { client, projectId } = await startAuthor(scene);
  await report(scene.worker(), many(1, projectId, { startedAt: ago(days(14) + hours(12)) }));
  const { from, to } = await client.getTraffic({ query: { window: "7d" } });
  const lastOfStep = Date.parse(from) - minute;
  await report(scene.worker(), many(5, projectId, { startedAt: new Date(lastOfStep).toISOString() }));
  const { before } = await client.getTraffic({ query: { window: "7d", compare: "before" } });
  const quarter = Math.floor(lastOfStep / (15 * minute)) * 15 * minute;
  assert.equal(before?.calls, quarter <= Date.parse(to) - days(7) ? 5 : 0);
});

test("takes one filter at most", async () => {
  const { client } = await startAuthor(scene);
  for (const query of [
    { functionId: "fn_a", endpointId: "ep_a" },
    { endpointId: "ep_a", bindingId: "mcb_a" },
    { functionId: "fn_a", endpointId: "ep_a", bindingId: "mcb_a" },
  ])
    await assert.rejects(client.getTraffic({ query }), { code: "VALIDATION_ERROR" });
});

test("reads only the rollups of what it shows, whatever others have", async () => {
  const { projectId } = await startAuthor(scene);
  await scene.query((tx) =>
    sql`insert into execution_rollups (project_id, environment, seconds, bucket_at, function_id, function_name, calls,
        failed, rejected, cancelled, durations)
      select ${projectId}, 'development endpoint', 900, step.at, 'ep_' || n, '', 1, 0, 0, 0, array[1]
      from generate_series(date_bin('15 minutes', now(), '2000-01-01Z') - interval '7 days', now(), '15 minutes') step (at),
        generate_series(1, 100) n`.execute(tx),
  );
  // Its own, of three months before.
  await scene.query(async (tx) => {
    await sql`insert into execution_rollups (project_id, environment, seconds, bucket_at, function_id, function_name, calls,
        failed, rejected, cancelled, durations)
      select ${projectId}, 'development endpoint', 900, step.at, 'ep_7', '', 1, 0, 0, 0, array[1]
      from generate_series(date_bin('15 minutes', now(), '2000-01-01Z') - interval '90 days', now() - interval '8 days',
        '15 minutes') step (at)`.execute(tx);
    await sql`analyze execution_rollups`.execute(tx);
  });
  const from = new Date(Math.floor(Date.now() / (15 * minute)) * 15 * minute - days(7));
  const { rows, fetched } = await scene.query(async (tx) => {
    const reads = async () => {
      const { rows: stats } = await sql<{ reads: number }>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as reads from pg_stat_xact_user_tables
        where relname = 'execution_rollups'`.execute(tx);
      return stats[0]?.reads ?? 0;
    };
    const before = await reads();
    const scope = { tx, projectId } as ProjectScope;
    const subject = { of: "endpoint", id: "ep_7" } as const;
    await readFirstCall(scope, "development", subject);
    const part = { environment: "development", seconds: 900, from } as const;
    return { rows: await listRollups(scope, subject, part, new Date()), fetched: (await reads()) - before };
  });
  assert.ok(rows.length >= 672 && rows.length <= 674, `${rows.length} rollups`);
  assert.ok(fetched <= rows.length + 20, `${fetched} rows were read for ${rows.length} rollups`);
});
