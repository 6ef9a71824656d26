import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { CronBinding } from "@ferrule/contract/resources/cron-binding.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { createLeasedMetrics } from "../../attempts/leased-metrics.ts";
import { reapRuns } from "../../attempts/reap-runs.ts";
import { pruneRuns } from "../../runs/queries/reap.ts";
import { reportRunning, runningCall } from "../../../observed/executions/testing/reports.ts";
import { startCronScene } from "../testing/start-cron-scene.ts";

const scene = duringTests(() => startCronScene("2030-01-01T00:00:00Z"));

let hour = 0;
let binding: CronBinding;
/** Each test has its own hour, so no other test's binding interferes. */
const at = (minuteAndSecond: string) =>
  scene.at(`2030-01-0${1 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, "0")}:${minuteAndSecond}Z`);
beforeEach(async () => {
  hour += 1;
  await scene.scene.query((tx) => sql`delete from cron_bindings`.execute(tx));
});

/** Makes a binding with one due occurrence. */
async function due(over: object = {}): Promise<void> {
  await at("00:00");
  binding = await scene.create("* * * * *", over);
  await at("01:00");
}
const reap = () => reapRuns(scene.scene.app, createLeasedMetrics(new Registry(), scene.scene.app));
const loseLeases = () =>
  scene.scene.query((tx) =>
    sql`update runs set lease_until = now() - interval '1 second' where status = 'running'`.execute(tx),
  );
const states = async () => (await scene.runs(binding)).map(({ status, attempt }) => `${status} ${attempt}`);

test("gives a run to one worker, with what it needs, and links it to its execution", async () => {
  await due({ input: { z: 1, a: 2 }, tenantId: "acme", name: "Reports" });
  const other = scene.scene.worker();
  const [mine, theirs] = await Promise.all([scene.claim(), scene.claim([], other)]);
  const claimed = [...mine, ...theirs];
  assert.equal(claimed.length, 1);
  const [run] = await scene.runs(binding);
  assert.deepEqual(claimed[0], {
    runId: run?.id,
    attempt: 1,
    mode: "cron",
    endpointId: null,
    bindingId: binding.id,
    deployment: null,
    caller: { kind: "cron", id: binding.id, name: "Reports" },
    projectId: scene.projectId,
    environment: "development",
    functionId: scene.functionId,
    tenantId: "acme",
    input: '{"z":1,"a":2}',
    trace: null,
    executionId: run?.executionId,
    requestId: run?.id,
  });
  assert.deepEqual([run?.status, run?.attempt], ["running", 1]);
  assert.match(run?.executionId ?? "", /^exe_/);
});

test("takes an end once, from the worker that has the attempt, and from no other", async () => {
  await due();
  const [attempt] = await scene.claim();
  assert.ok(attempt);
  assert.equal(await scene.complete(attempt, "succeeded", scene.scene.worker()), 409);
  assert.equal(await scene.complete({ ...attempt, attempt: 2 }), 409);
  assert.equal(await scene.complete(attempt), 204);
  assert.equal(await scene.complete(attempt, "failed"), 204, "said again, it changes nothing");
  const [run] = await scene.runs(binding);
  assert.deepEqual([run?.status, run?.reason, run?.revision], ["succeeded", null, 3]);
  assert.equal(await scene.complete({ ...attempt, runId: "run_unknown" }), 409);
});

test("gives an answer that was lost again to the same worker, and what it holds not", async () => {
  await due();
  const [attempt] = await scene.claim();
  assert.ok(attempt);
  assert.deepEqual(await scene.claim([attempt].map(({ runId, attempt }) => ({ runId, attempt }))), []);
  assert.deepEqual(await scene.claim([], scene.scene.worker()), [], "another worker never sees it");
  assert.deepEqual(await scene.claim([], scene.worker, 0), [attempt], "the very same attempt");
  assert.deepEqual(await states(), ["running 1"]);
});

test("tries again after a pause that doubles, as often as it is told, and then fails", async () => {
  await due({ retry: { maxAttempts: 3, backoffMs: 10_000 } });
  const [first] = await scene.claim();
  assert.ok(first);
  await scene.complete(first, "failed");
  const [waiting] = await scene.runs(binding);
  assert.deepEqual([waiting?.status, waiting?.reason], ["queued", "FUNCTION_ERROR: It went wrong."]);
  assert.equal(Date.parse(waiting?.nextAttemptAt ?? "") - Date.parse(waiting?.scheduledFor ?? ""), 10_000);
  assert.deepEqual(await scene.claim(), [], "not yet");
  await at("01:10");
  const [second] = await scene.claim();
  assert.deepEqual([second?.runId, second?.attempt], [first.runId, 2]);
  assert.notEqual(second?.executionId, first.executionId);
  assert.ok(second);
  await scene.complete(second, "failed");
  await at("01:29");
  assert.deepEqual(await scene.claim(), [], "twice as long");
  await at("01:30");
  const [third] = await scene.claim();
  assert.ok(third);
  await scene.complete(third, "failed");
  assert.deepEqual(await states(), ["failed 3"]);
  assert.equal((await scene.get(binding)).consecutiveFailures, 1);
});

test("does not try again what was refused for its input", async () => {
  await due({ retry: { maxAttempts: 3 } });
  const [attempt] = await scene.claim();
  assert.ok(attempt);
  await scene.complete(attempt, "refused");
  assert.deepEqual(await states(), ["failed 1"]);
});

test("does not try again what somebody ended, and tries again what was lost with its executor", async () => {
  await due({ overlap: "allow", retry: { maxAttempts: 3 } });
  await at("02:00");
  const attempts = await scene.claim();
  const running = attempts.map(({ executionId }) => ({ ...runningCall(scene.projectId), executionId }));
  await reportRunning(scene.worker, running);
  const [ended] = attempts;
  assert.ok(ended);
  await scene.client.cancelExecution({ params: { executionId: ended.executionId } });
  await reportRunning(scene.worker, running);
  for (const attempt of attempts) await scene.complete(attempt, "failed");
  const found = (await scene.runs(binding)).map(({ id, status }) => (id === ended.runId ? "ended" : "lost") + status);
  assert.deepEqual(found.toSorted(), ["endedfailed", "lostqueued"]);
});

test("an attempt that is lost with its worker fails", async () => {
  await due();
  await scene.claim();
  await reap();
  assert.deepEqual(await states(), ["running 1"], "a lease that holds is left alone");
  await loseLeases();
  await reap();
  const [run] = await scene.runs(binding);
  assert.deepEqual(
    [run?.status, run?.reason],
    ["failed", `WORKER_LOST: Worker ${scene.worker.id} was lost while it ran this.`],
  );
});

test("an attempt that is lost runs again under retry, and its late end is refused", async () => {
  await due({ retry: { maxAttempts: 2, backoffMs: 0 } });
  const [lost] = await scene.claim();
  await loseLeases();
  await reap();
  const heir = scene.scene.worker();
  const [again] = await scene.claim([], heir);
  assert.ok(lost && again);
  assert.deepEqual([again.runId, again.attempt], [lost.runId, 2]);
  assert.equal(await scene.complete(lost), 409);
  const renewal = { workerId: scene.worker.id, holding: [{ runId: lost.runId, attempt: 1 }] };
  const { body } = await scene.worker.ask("renewRuns", renewal);
  assert.deepEqual(body, { lost: [lost.runId] });
  assert.equal(await scene.complete(again, "succeeded", heir), 204);
  assert.deepEqual(await states(), ["succeeded 2"]);
});

test("a run that no worker takes in five minutes is missed", async () => {
  await due({ overlap: "allow" });
  await reap();
  assert.deepEqual(await states(), ["queued 0"]);
  await scene.client.updateCronBinding({ params: { cronBindingId: binding.id }, body: { enabled: false } });
  await at("06:01");
  await reap();
  const [run] = await scene.runs(binding);
  assert.deepEqual([run?.status, run?.reason], ["missed", "No worker took it within 5 minutes. Is one connected?"]);
  assert.deepEqual(await scene.claim(), []);
});

test("pauses after so many failures in a row, says why, and goes on when it is enabled again", async () => {
  await due({ pauseAfterFailures: 2 });
  for (const [minute, status] of [
    ["02:00", "failed"],
    ["03:00", "succeeded"],
    ["04:00", "failed"],
    ["05:00", "failed"],
  ] as const) {
    const [attempt] = await scene.claim();
    assert.ok(attempt);
    await scene.complete(attempt, status);
    await at(minute);
  }
  const paused = await scene.get(binding);
  assert.deepEqual(
    [paused.enabled, paused.nextRunAt, paused.pauseReason, paused.consecutiveFailures],
    [false, null, "Its last 2 runs failed.", 2],
  );
  assert.ok(paused.pausedAt);
  const { items } = await scene.client.listAuditEvents({
    query: { targetId: binding.id, action: "cron-binding.pause" },
  });
  assert.deepEqual(
    items.map(({ actor }) => actor.kind),
    ["system"],
  );
  const on = await scene.client.updateCronBinding({ params: { cronBindingId: binding.id }, body: { enabled: true } });
  assert.deepEqual([on.enabled, on.pausedAt, on.pauseReason, on.consecutiveFailures], [true, null, null, 0]);
  assert.ok(on.nextRunAt);
});

test("a manual run obeys overlap, also while it is disabled, and is its caller's", async () => {
  await at("00:00");
  binding = await scene.create("0 0 1 1 *", { enabled: false, pauseAfterFailures: 1 });
  const params = { cronBindingId: binding.id };
  const run = await scene.client.runCronBinding({ params });
  assert.deepEqual([run.trigger, run.status, run.attempt], ["manual", "queued", 0]);
  assert.match(run.requestedBy?.email ?? "", /^owner-/);
  const second = await scene.client.runCronBinding({ params });
  assert.deepEqual(
    [second.status, second.reason],
    ["skipped", "An earlier run had not finished, and overlap is skip."],
  );
  const [attempt] = await scene.claim();
  assert.equal(attempt?.runId, run.id);
  assert.ok(attempt);
  await scene.complete(attempt, "failed");
  assert.equal((await scene.get(binding)).consecutiveFailures, 0, "only scheduled runs are counted");
  const { items } = await scene.client.listAuditEvents({ query: { targetId: binding.id, action: "cron-binding.run" } });
  assert.deepEqual([items.length, items[1]?.requestId], [2, attempt.requestId], "its execution has the request's id");
  await scene.client.updateCronBinding({ params, body: { environment: "production" } });
  const elsewhere = await scene.client.runCronBinding({ params });
  assert.deepEqual([elsewhere.status, elsewhere.reason], ["skipped", "Its Function is not deployed to production."]);
});

test("runs of overlap allow run side by side", async () => {
  await due({ overlap: "allow" });
  await at("02:00");
  assert.equal((await scene.claim()).length, 2);
});

test("lists runs a page at a time, the latest first, and by status", async () => {
  await due({ overlap: "allow" });
  for (const minute of ["02:00", "03:00", "04:00"]) await at(minute);
  const [attempt] = await scene.claim([], scene.worker, 1);
  assert.ok(attempt);
  await scene.complete(attempt);
  const params = { cronBindingId: binding.id };
  const first = await scene.client.listCronRuns({ params, query: { limit: 3 } });
  const second = await scene.client.listCronRuns({ params, query: { limit: 3, cursor: first.nextCursor ?? "" } });
  const times = [...first.items, ...second.items].map(({ scheduledFor }) => scheduledFor);
  assert.deepEqual([times.length, second.nextCursor], [4, null]);
  assert.deepEqual(times, times.toSorted().toReversed());
  const { items } = await scene.client.listCronRuns({ params, query: { status: "succeeded" } });
  assert.deepEqual(
    items.map(({ id }) => id),
    [attempt.runId],
  );
});

test("old runs are removed, the last one of a binding never", async () => {
  await due({ overlap: "allow" });
  for (const minute of ["02:00", "03:00"]) await at(minute);
  for (const attempt of await scene.claim()) await scene.complete(attempt);
  await scene.scene.query((tx) => sql`update runs set finished_at = now() - interval '31 days'`.execute(tx));
  await scene.scene.app.store.inInstallation((scope) => pruneRuns(scope, 30, ["cron"]));
  const left = await scene.told(binding);
  assert.equal(left.length, 1);
  assert.match(left[0] ?? "", /:03:00Z succeeded$/);
});

test("a deleted binding takes its runs along, and the end of one that ran is refused", async () => {
  await due();
  const [attempt] = await scene.claim();
  assert.ok(attempt);
  await scene.client.deleteCronBinding({ params: { cronBindingId: binding.id } });
  assert.equal(await scene.complete(attempt), 409);
  const { rows } = await scene.scene.query((tx) => sql`select from runs`.execute(tx));
  assert.equal(rows.length, 0);
});
