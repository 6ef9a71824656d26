import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { cancelRun } from "./cancel-run.ts";
import { endOrphans } from "./end-orphans.ts";
import { retryRun } from "./retry-run.ts";
import { questionOf, startRunScene } from "./testing/start-run-scene.ts";

describe("children, cancellations and repetitions of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const begin = async (over = {}) => {
    const run = given.of(over);
    await given.start(run);
    const worker = given.scene.worker();
    const attempts = await given.claim(worker);
    const attempt = attempts.find(({ runId }) => runId === run.id);
    assert.ok(attempt);
    return { run, worker, attempt };
  };
  const startChild = (attempt: StartedAttempt, key: string, over: { detached?: boolean; id?: string } = {}) => {
    const { detached = false, id = identifier("run") } = over;
    const parent = { runId: attempt.runId, attempt: attempt.attempt, key, position: 0, detached };
    return given.ask("start", { run: given.of({ id, source: "function" }), parent }, attempt);
  };
  const idOf = (result: Awaited<ReturnType<typeof startChild>>) => {
    assert.ok(result.ok, JSON.stringify(result));
    return (result.value as { id: string }).id;
  };
  const cancel = (id: string) =>
    given.scene.app.store.inProject(given.author.projectId, (scope) => cancelRun(given.scene.app, scope, id));
  const retry = (id: string, fromStep?: string) =>
    given.scene.app.store.inProject(given.author.projectId, (scope) => retryRun(given.scene.app, scope, id, fromStep));

  test("a child is started once, however often its step is repeated, and ends with its parent", async () => {
    const { run, worker, attempt } = await begin();
    const childId = idOf(await startChild(attempt, "start:durable"));
    assert.equal(idOf(await startChild(attempt, "start:durable")), childId, "another id, but the same step");
    const detachedId = idOf(await startChild(attempt, "start:durable#2", { detached: true }));
    const { parentId, parentStep } = await given.row(childId);
    assert.deepEqual([parentId, parentStep], [run.id, "start:durable"]);
    const stale = await startChild({ ...attempt, executionId: identifier("exe") }, "start:durable#3");
    assert.deepEqual([stale.ok, !stale.ok && stale.code], [false, "ATTEMPT_ENDED"]);
    await given.suspend(worker, attempt, { kind: "sleep", key: "s", position: 3, forMs: 0 });
    await given.tick();
    const attempts = await given.claim(given.scene.worker());
    const next = attempts.find(({ runId }) => runId === run.id);
    const started = next?.steps.filter(({ kind }) => kind === "start").map(({ value }) => value ?? "");
    assert.deepEqual(new Set(started), new Set([childId, detachedId].map((id) => JSON.stringify({ id }))));
    assert.equal(await cancel(run.id), "running");
    assert.equal((await given.row(run.id)).cancelling, true);
    await given.loseWorkers();
    await given.tick();
    await given.tick();
    const states = await Promise.all([run.id, childId, detachedId].map(async (id) => (await given.row(id)).status));
    assert.deepEqual(states, ["cancelled", "cancelled", "queued"]);
  });

  test("a running run that is given up takes its children with it before it has ended, and theirs, but no detached one", async () => {
    const { run, worker, attempt } = await begin();
    const [runs, waits, detached] = [
      idOf(await startChild(attempt, "start:durable")),
      idOf(await startChild(attempt, "start:durable#2")),
      idOf(await startChild(attempt, "start:durable#3", { detached: true })),
    ];
    const [child] = await given.claim(given.scene.worker(), 1);
    assert.ok(child && [runs, waits, detached].includes(child.runId));
    const grandchild = idOf(await startChild(child, "start:durable"));
    assert.equal(await cancel(run.id), "running");
    await endOrphans(given.scene.app);
    const stateOf = async (id: string) => {
      const { status, cancelling } = await given.row(id);
      return cancelling ? "cancelling" : status;
    };
    assert.equal(await stateOf(run.id), "cancelling", "its worker has not stopped it yet");
    for (const id of [runs, waits])
      assert.equal(await stateOf(id), id === child.runId ? "cancelling" : "cancelled", "asked at once");
    assert.equal(await stateOf(detached), child.runId === detached ? "running" : "queued");
    assert.equal(await stateOf(grandchild), child.runId === detached ? "queued" : "cancelled");
    await given.complete(worker, attempt, { end: "cancelled" });
    await given.tick();
    assert.deepEqual([await stateOf(run.id), (await given.row(run.id)).orphans], ["cancelled", false]);
  });

  test("a run that starts a child after it was given up takes that with it, too", async () => {
    const { run, worker, attempt } = await begin();
    await cancel(run.id);
    await endOrphans(given.scene.app);
    const late = idOf(await startChild(attempt, "start:durable"));
    await given.complete(worker, attempt, { end: "cancelled" });
    await endOrphans(given.scene.app);
    assert.deepEqual([(await given.row(run.id)).status, (await given.row(late)).status], ["cancelled", "cancelled"]);
  });

  test("a run that goes on from before a start starts another child", async () => {
    const { run, worker, attempt } = await begin();
    const first = idOf(await startChild(attempt, "start:durable"));
    await given.complete(worker, attempt, { end: "failed", error: { code: "X", message: "y" } });
    const again = async () => {
      const attempts = await given.claim(worker);
      const next = attempts.find(({ runId }) => runId === run.id);
      assert.ok(next);
      return next;
    };
    assert.ok(await retry(run.id));
    const kept = await again();
    assert.equal(idOf(await startChild(kept, "start:durable")), first);
    await given.complete(worker, kept, { end: "failed", error: { code: "X", message: "y" } });
    assert.ok(await retry(run.id, "start:durable"));
    const second = idOf(await startChild(await again(), "start:durable"));
    assert.notEqual(second, first);
    assert.equal((await given.row(second)).parentId, run.id);
  });

  test("a worker hears within its next report that a run was cancelled, and the run ends as cancelled", async () => {
    const { run, worker, attempt } = await begin();
    await cancel(run.id);
    const call = {
      executionId: attempt.executionId,
      projectId: given.author.projectId,
      requestId: run.requestId,
      environment: "development",
      functionId: given.functionId,
      functionName: "durable",
      endpointId: null,
      source: "http",
      tenantId: "default",
      startedAt: new Date().toISOString(),
    };
    const state = { version: "1", startedAt: call.startedAt, running: 1, waiting: 0, capacity: 4 };
    const report = { workerId: worker.id, ...state, calls: [call] };
    const { status, body } = await worker.ask("reportWorker", report);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body["cancelled"], [attempt.executionId]);
    await given.complete(worker, attempt, {
      end: "failed",
      error: { code: "CANCELLED", message: "Somebody ended it." },
    });
    assert.equal((await given.row(run.id)).status, "cancelled");
    assert.equal(await cancel(run.id), null);
  });

  test("a run that waits is cancelled at once, and so is its question", async () => {
    const { run, worker, attempt } = await begin();
    await given.suspend(worker, attempt, questionOf());
    assert.equal(await cancel(run.id), "cancelled");
    const [asked] = await given.scene.query((tx) => tx.selectFrom("approvals").select("status").execute());
    assert.equal(asked?.status, "cancelled");
    given.pass(3_600_000);
    await given.tick();
    assert.equal((await given.row(run.id)).status, "cancelled");
  });

  test("a run that failed goes on with the results before, or without those from a step on", async () => {
    const { run, worker, attempt } = await begin();
    for (const [position, key] of ["a", "b", "c"].entries()) await given.keep(attempt, key, { position });
    await given.keep(attempt, "d", { position: 3, state: "failed", value: '{"code":"X","message":"y"}' });
    await assert.rejects(retry(run.id), { code: "INVALID_STATE" });
    await given.complete(worker, attempt, { end: "failed", error: { code: "X", message: "y" } });
    await assert.rejects(retry(run.id, "none"), { code: "NOT_FOUND" });
    assert.equal(await retry(identifier("run")), false);
    assert.ok(await retry(run.id));
    const keysOf = ({ steps }: StartedAttempt) => steps.map(({ key, state }) => [key, state]);
    const second = await given.claimOne(worker);
    assert.deepEqual(keysOf(second), [
      ["a", "done"],
      ["b", "done"],
      ["c", "done"],
    ]);
    await given.complete(worker, second, { end: "failed", error: { code: "X", message: "y" } });
    assert.ok(await retry(run.id, "b"));
    const third = await given.claimOne(worker);
    assert.deepEqual([third.attempt, keysOf(third)], [3, [["a", "done"]]]);
    await given.complete(worker, third, { output: "1", shownOutput: "1" });
    const { status, error, shownOutput, stepCount } = await given.row(run.id);
    assert.deepEqual([status, error, shownOutput, stepCount], ["succeeded", null, "1", 1]);
  });

  test("a retry of a run that was given up ends its children at once, and the reaper leaves the later ones alone", async () => {
    const { run, worker, attempt } = await begin();
    const childId = idOf(await startChild(attempt, "start:durable"));
    const detachedId = idOf(await startChild(attempt, "start:durable#2", { detached: true }));
    await given.suspend(worker, attempt, { kind: "sleep", key: "s", position: 3, forMs: 60_000 });
    assert.equal(await cancel(run.id), "cancelled");
    assert.ok(await retry(run.id));
    assert.equal((await given.row(childId)).status, "cancelled", "before the reaper came");
    const next = (await given.claim(worker)).find(({ runId }) => runId === run.id);
    assert.ok(next);
    const laterId = idOf(await startChild(next, "start:durable#3"));
    await given.tick();
    assert.deepEqual([(await given.row(laterId)).status, (await given.row(detachedId)).status], ["queued", "running"]);
  });

  test("a retry from a step ends what the forgotten steps have started, and they start anew", async () => {
    const { run, worker, attempt } = await begin();
    await given.keep(attempt, "one");
    const id = identifier("run");
    const parent = { runId: run.id, attempt: 1, key: "start:durable", position: 1, detached: false };
    const child = given.of({ id, source: "function" });
    assert.equal(idOf(await given.ask("start", { run: child, parent }, attempt)), id);
    await given.complete(worker, attempt, { end: "failed", error: { code: "X", message: "y" } });
    await given.tick();
    assert.equal((await given.row(id)).status, "queued", "a child goes on when its parent fails");
    assert.ok(await retry(run.id, "start:durable"));
    assert.equal((await given.row(id)).status, "cancelled");
    const next = await given.claimOne(worker);
    const again = { run: child, parent: { ...parent, attempt: 2 } };
    const anew = idOf(await given.ask("start", again, next));
    assert.notEqual(anew, id);
    assert.equal(idOf(await given.ask("start", again, next)), anew);
    assert.equal((await given.row(anew)).status, "queued");
  });

  test("a run that has succeeded is not retried", async () => {
    const { run, worker, attempt } = await begin();
    await given.keep(attempt, "one");
    await given.complete(worker, attempt, { output: "1", shownOutput: "1" });
    await assert.rejects(retry(run.id), { code: "INVALID_STATE" });
    await assert.rejects(retry(run.id, "one"), { code: "INVALID_STATE" });
  });

  test("a Function reads and cancels only runs of its own tenant and environment", async () => {
    const { run, worker, attempt } = await begin();
    const get = async (from: Partial<StartedAttempt>) => given.ask("get", { runId: run.id }, from);
    assert.deepEqual(await get({}), { ok: true, value: { run: { id: run.id, status: "running" } } });
    assert.deepEqual(await get({ tenantId: "other" }), { ok: true, value: { run: null } });
    assert.deepEqual(await get({ environment: "production" }), { ok: true, value: { run: null } });
    const stop = (from: Partial<StartedAttempt>) => given.ask("cancel", { runId: run.id }, from);
    assert.deepEqual(await stop({ tenantId: "other" }), { ok: true, value: { cancelled: false } });
    await given.complete(worker, attempt, { output: '{"n":1}', shownOutput: "{}" });
    assert.deepEqual(await get({}), {
      ok: true,
      value: { run: { id: run.id, status: "succeeded", output: { n: 1 } } },
    });
    assert.deepEqual(await stop({}), { ok: true, value: { cancelled: false } });
  });

  test("a caller reads and cancels only their own run, through the endpoint that it came through", async () => {
    const endpointId = await given.author.addEndpoint("calls", "http");
    const caller = { kind: "jwt" as const, id: "u1", name: "Ann", issuer: "https://id", subject: "u1" };
    const { run, worker, attempt } = await begin({ endpointId, caller, tenantId: "acme" });
    const asker = {
      projectId: given.author.projectId,
      environment: "development",
      endpointId,
      tenantId: "acme",
      caller,
    };
    const read = (over: object = {}, waitMs = 0) => worker.ask("readRun", { ...asker, waitMs, ...over }, run.id);
    assert.equal((await read()).body["status"], "running");
    for (const over of [
      { tenantId: "other" },
      { environment: "production" },
      { endpointId: identifier("ep") },
      { caller: { ...caller, subject: "u2" } },
      { caller: { kind: "anonymous", id: null, name: null } },
      { projectId: identifier("prj") },
    ]) {
      assert.equal((await read(over)).status, 404, JSON.stringify(over));
      assert.equal((await worker.ask("cancelRunOfCaller", { ...asker, ...over }, run.id)).status, 404);
    }
    const held = read({}, 20_000);
    await given.complete(worker, attempt, { output: '{"paid":true}', shownOutput: "{}" });
    await held;
    const { body } = await read();
    assert.deepEqual([body["status"], body["output"], body["approvalId"]], ["succeeded", '{"paid":true}', null]);
    const failing = given.of({ endpointId, caller, tenantId: "acme" });
    await given.start(failing);
    const error = { code: "NO_STOCK", message: "None left.", safe: true, status: 409 };
    await given.complete(worker, await given.claimOne(worker), { end: "failed", error });
    const failed = await worker.ask("readRun", { ...asker, waitMs: 0 }, failing.id);
    assert.deepEqual([failed.body["status"], failed.body["error"]], ["failed", error]);
    const { value } = (await given.ask("get", { runId: failing.id }, { tenantId: "acme" })) as { value: unknown };
    const { code, message } = error;
    assert.deepEqual(value, { run: { id: failing.id, status: "failed", error: { code, message } } });
    const queued = given.of({ endpointId, caller, tenantId: "acme" });
    await given.start(queued);
    assert.equal((await worker.ask("cancelRunOfCaller", asker, queued.id)).status, 204);
    assert.equal((await given.row(queued.id)).status, "cancelled");
  });
});
