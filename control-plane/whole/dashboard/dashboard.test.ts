import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { record, report, reportRunning } from "../../observed/executions/testing/reports.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../testing/author.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";

const scene = duringTests(startScene);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const about = (found: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((found ?? 0) - expected) / expected < 0.07, `${found}, not about ${expected}`);

test("sums calls, errors and percentiles over the window, step by step", async () => {
  const { client, projectId } = await startAuthor(scene);
  const fiveAgo = minutesAgo(5);
  const calls = [
    ...Array.from({ length: 95 }, () => record(projectId, { startedAt: fiveAgo, durationMs: 10 })),
    ...Array.from({ length: 4 }, () =>
      record(projectId, { startedAt: minutesAgo(20), durationMs: 200, status: "timed_out" }),
    ),
    record(projectId, { startedAt: minutesAgo(30), durationMs: 4_000, status: "failed" }),
    record(projectId, { startedAt: minutesAgo(40), status: "rejected" }),
    record(projectId, { startedAt: minutesAgo(90), status: "cancelled", durationMs: 10 }),
    record(projectId, { startedAt: minutesAgo(3 * 24 * 60), durationMs: 10 }),
    record(projectId, { startedAt: minutesAgo(7.5 * 24 * 60), durationMs: 10 }),
  ];
  await report(scene.worker(), calls);
  const hour = await client.getDashboard({ query: { window: "1h" } });
  assert.deepEqual([hour.calls, hour.failed, hour.rejected, hour.cancelled, hour.errorRate], [101, 5, 1, 0, 0.0495]);
  about(hour.latency.p50Ms, 10);
  about(hour.latency.p99Ms, 200);
  assert.equal(hour.series.length, 60);
  const step = hour.series.find((one) => one.calls === 95);
  assert.ok(step && Math.abs(Date.parse(step.at) - Date.parse(fiveAgo)) <= 60_000);
  assert.deepEqual(hour.series[0]?.latency, { p50Ms: null, p95Ms: null, p99Ms: null });
  const [day, week] = [await client.getDashboard(), await client.getDashboard({ query: { window: "7d" } })];
  assert.deepEqual(
    [day.window, day.environment, day.calls, day.cancelled, day.series.length],
    ["24h", "development", 102, 1, 96],
  );
  assert.deepEqual([week.calls, week.series.length], [103, 84]);
  for (const { calls: total, series } of [hour, day, week])
    assert.equal(
      series.reduce((sum, one) => sum + one.calls, 0),
      total,
    );
});

test("counts a call once however often it is reported, and neither tests nor other environments and Projects", async () => {
  const { client, projectId } = await startAuthor(scene);
  const { projectId: otherId } = await startAuthor(scene);
  const one = record(projectId);
  const others = [
    record(projectId, { source: "test" }),
    record(projectId, { environment: "production" }),
    record(otherId),
  ];
  for (const _ of [1, 2]) await report(scene.worker(), [one, one, ...others]);
  await Promise.all([1, 2].map(() => report(scene.worker(), [one, record(projectId)])));
  assert.equal((await client.getDashboard()).calls, 3);
  assert.equal((await client.getDashboard({ query: { environment: "production" } })).calls, 1);
});

test("adds up what workers report at once", async () => {
  const { client, projectId } = await startAuthor(scene);
  const batch = () => Array.from({ length: 20 }, (_, index) => record(projectId, { functionId: `fn_${index % 3}` }));
  await Promise.all(Array.from({ length: 10 }, () => report(scene.worker(), batch())));
  assert.equal((await client.getDashboard({ query: { window: "1h" } })).calls, 200);
});

test("names the busiest and the failing Functions", async () => {
  const { client, projectId } = await startAuthor(scene);
  const calls = Array.from({ length: 7 }, (_, index) =>
    Array.from({ length: index + 1 }, () =>
      record(projectId, { functionId: `fn_${index}`, functionName: `f${index}` }),
    ),
  ).flat();
  const failures = [1, 1, 2].map((index) =>
    record(projectId, { functionId: `fn_${index}`, functionName: `f${index}`, status: "failed" }),
  );
  await report(scene.worker(), [...calls, ...failures, record(projectId, { functionId: null, status: "rejected" })]);
  const { busiest, failing } = await client.getDashboard();
  assert.deepEqual(
    busiest.map(({ functionName, calls: count }) => [functionName, count]),
    [
      ["f6", 7],
      ["f5", 6],
      ["f4", 5],
      ["f1", 4],
      ["f2", 4],
    ],
  );
  assert.deepEqual(
    failing.map(({ functionName, failed, errorRate }) => [functionName, failed, errorRate]),
    [
      ["f1", 2, 0.5],
      ["f2", 1, 0.25],
    ],
  );
});

test("names who called most, however they are known, and finds their calls", async () => {
  const { client, projectId } = await startAuthor(scene);
  const jwt = (issuer: string, subject: string) =>
    ({ kind: "jwt", id: subject, name: subject, issuer, subject }) as const;
  const callers = [
    { kind: "anonymous", id: null, name: null },
    jwt("https://acme.example", "ada"),
    jwt("https://other.example", "ada"),
    { kind: "api-key", id: "key_9", name: "x".repeat(300) },
  ] as const;
  const calls = callers.flatMap((caller, index) =>
    Array.from({ length: (4 - index) * 3 }, (_, n) =>
      record(projectId, { caller, startedAt: minutesAgo(5), status: n === 0 ? "failed" : "succeeded" }),
    ),
  );
  const old = record(projectId, { caller: callers[3], startedAt: minutesAgo(3 * 24 * 60) });
  const [elsewhere] = [record(projectId, { caller: callers[3], environment: "production" })];
  for (const _ of [1, 2]) await report(scene.worker(), [...calls, old, elsewhere]);
  for (const window of ["1h", "24h", "7d"] as const) {
    const found = (await client.getDashboard({ query: { window } })).callers;
    const key = window === "7d" ? 4 : 3;
    assert.deepEqual(
      found.map(({ kind, issuer, calls: count, failed }) => [kind, issuer, count, failed]),
      [
        ["jwt", "https://acme.example", 9, 1],
        ["jwt", "https://other.example", 6, 1],
        ["api-key", undefined, key, 1],
      ],
      window,
    );
    assert.equal(found[2]?.name?.length, 200);
  }
  const listed = async (caller: string, requestId?: string) =>
    (await client.listExecutions({ query: { caller, limit: 200, ...(requestId && { requestId }) } })).items;
  assert.equal((await listed("https://acme.example ada")).length, 9);
  assert.equal((await listed("key_9")).length, 5);
  assert.equal((await listed("ada")).length, 0, "a subject alone is nobody");
  const one = calls[12];
  assert.equal((await listed("https://acme.example ada", one?.requestId)).length, 1);
  assert.equal((await listed("https://other.example ada", one?.requestId)).length, 0);
});

test("shows what is active, and the workers that have reported", async () => {
  const { client, projectId, addFunction } = await startAuthor(scene);
  assert.ok(projectId);
  assert.deepEqual((await client.getDashboard()).activeDeployments, []);
  await addFunction("served");
  await deployDrafts(scene.plane, client);
  const [up, lost] = [scene.worker(), scene.worker()];
  for (const worker of [up, lost]) await reportRunning(worker, []);
  await scene.query((tx) =>
    sql`update workers set last_seen_at = now() - interval '16 seconds' where id = ${lost.id}`.execute(tx),
  );
  const { activeDeployments, workers } = await client.getDashboard();
  assert.deepEqual(
    activeDeployments.map(({ environment, number, kind, pinned }) => [environment, number, kind, pinned]),
    [["development", 1, "deploy", false]],
  );
  const statusOf = (id: string) => workers.find((worker) => worker.id === id);
  assert.deepEqual([statusOf(up.id)?.status, statusOf(lost.id)?.status], ["up", "lost"]);
  assert.deepEqual([statusOf(up.id)?.version, statusOf(up.id)?.capacity], ["1.2.3", 64]);
});

test("begins with the first call of a Project that is younger than the window", async () => {
  const { client, projectId } = await startAuthor(scene);
  const before = await client.getDashboard();
  assert.deepEqual([before.firstCallAt, before.series.length], [null, 96]);
  const at = minutesAgo(20);
  await report(scene.worker(), [record(projectId, { startedAt: at }), record(projectId, { status: "failed" })]);
  for (const window of ["1h", "24h", "7d"] as const) {
    const { calls, series, firstCallAt, from } = await client.getDashboard({ query: { window } });
    assert.equal(calls, 2);
    assert.ok(series.length >= 20 && series.length <= 22, `${series.length} steps`);
    assert.equal(series[0]?.calls, 1, "the first step is that of the first call");
    assert.equal(firstCallAt, from);
    assert.ok(Date.parse(at) - Date.parse(from) < 60_000);
  }
  assert.equal((await client.getDashboard({ query: { environment: "production" } })).firstCallAt, null);
});

test("names what fails most though five hundred others are called more often", async () => {
  const { client, projectId } = await startAuthor(scene);
  const busy = Array.from({ length: 510 }, (_, index) =>
    [1, 2].map(() => record(projectId, { functionId: `fn_${index}`, functionName: `f${index}` })),
  ).flat();
  const failing = record(projectId, { functionId: "fn_rare", functionName: "rare", status: "failed" });
  for (let from = 0; from < busy.length; from += 200) await report(scene.worker(), busy.slice(from, from + 200));
  await report(scene.worker(), [failing]);
  assert.deepEqual(
    (await client.getDashboard()).failing.map(({ functionName, failed }) => [functionName, failed]),
    [["rare", 1]],
  );
});

test("names what fails by Function and by endpoint, since when, and how many callers and tenants it touches", async () => {
  const { client, projectId } = await startAuthor(scene);
  const { id: endpointId } = await client.createRuntimeEndpoint({
    body: { kind: "mcp", slug: "failing", name: "Shop" },
  });
  const key = (id: string) => ({ kind: "api-key", id, name: id }) as const;
  const failed = (minutes: number, over: Partial<ExecutionRecord>) =>
    record(projectId, { startedAt: minutesAgo(minutes), status: "failed", endpointId, functionId: "fn_a", ...over });
  await report(scene.worker(), [
    failed(40, { caller: key("key_1"), tenantId: "acme" }),
    failed(20, { caller: key("key_2"), tenantId: "acme", status: "timed_out" }),
    failed(10, { caller: key("key_1"), tenantId: "other", functionId: "fn_b", functionName: "other" }),
    failed(5, { endpointId: "ep_gone", functionId: "fn_b", functionName: "other" }),
    failed(50, { status: "succeeded", caller: key("key_3"), tenantId: "third" }),
    failed(50, { source: "test", caller: key("key_4"), tenantId: "fourth" }),
    failed(300, { caller: key("key_5"), tenantId: "fifth" }),
  ]);
  const shown = await client.getDashboard({ query: { window: "1h" } });
  const { failing, failingEndpoints } = shown;
  const touched = ({
    calls,
    failed: count,
    looked,
    callers,
    tenants,
  }: (typeof failing)[number] | (typeof failingEndpoints)[number]) => [calls, count, looked, callers, tenants];
  assert.deepEqual(
    failing.map((one) => [one.functionId, ...touched(one)]),
    [
      ["fn_a", 3, 2, 2, 2, 1],
      ["fn_b", 2, 2, 2, 2, 2],
    ],
  );
  assert.deepEqual(
    failingEndpoints.map((one) => [one.endpointId, one.endpointName, ...touched(one)]),
    [
      [endpointId, "Shop", 4, 3, 3, 2, 2],
      ["ep_gone", null, 1, 1, 1, 1, 1],
    ],
  );
  const { from, to } = shown;
  const counted = {
    from,
    to,
    environment: shown.environment,
    withoutTests: "true",
    status: "failed_or_timed_out",
  } as const;
  const found = async (of: { functionId?: string; endpointId?: string; caller?: string }) =>
    (await client.countExecutions({ query: { ...counted, ...of } })).count;
  assert.equal(await found({}), shown.failed, "the list has what is counted");
  for (const one of failing) assert.equal(await found({ functionId: one.functionId }), one.failed);
  for (const one of failingEndpoints) assert.equal(await found({ endpointId: one.endpointId }), one.failed);
  for (const one of shown.callers) assert.equal(await found({ caller: one.id ?? "" }), one.failed);
  for (const [since, minutes] of [
    [failing[0]?.failingSince, 40],
    [failing[1]?.failingSince, 10],
    [failingEndpoints[0]?.failingSince, 40],
  ] as const) {
    const late = Date.parse(minutesAgo(minutes)) - Date.parse(since ?? "");
    assert.ok(late >= 0 && late <= 62_000, `${since} for ${minutes} minutes ago`);
  }
});
