import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { approvalOf, questionOf, startRunScene } from "./testing/start-run-scene.ts";

describe("attempts of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const begin = async (over = {}) => {
    const run = given.of(over);
    await given.start(run);
    const worker = given.scene.worker();
    return { run, worker, attempt: await given.claimOne(worker) };
  };

  test("a step's result is stored once, and the next attempt has it", async () => {
    const { run, worker, attempt } = await begin();
    assert.deepEqual(await given.keep(attempt, "pay", { value: '{"receipt":"R-1"}' }), { ok: true, value: {} });
    assert.ok((await given.keep(attempt, "pay", { value: '"another"' })).ok, "a repetition changes nothing");
    const failure = JSON.stringify({ code: "NO_STOCK", message: "None left" });
    await given.keep(attempt, "ship", { state: "failed", position: 1, attempts: 3, value: failure, shown: failure });
    const big = JSON.stringify("x".repeat(200_000));
    await given.keep(attempt, "big", { position: 2, value: big });
    const { stepsDone, stepsFailed, stepCount, historyChars } = await given.row(run.id);
    assert.deepEqual([stepsDone, stepsFailed, stepCount], [2, 1, 3]);
    assert.equal(historyChars, '{"receipt":"R-1"}'.length + failure.length + big.length);
    await given.suspend(worker, attempt, { kind: "sleep", key: "nap", position: 3, forMs: 0 });
    const { steps } = await given.claimOne(worker);
    assert.deepEqual(
      steps.map(({ key, kind, state, attempts, value }) => [key, kind, state, attempts, value]),
      [
        ["pay", "step", "done", 1, '{"receipt":"R-1"}'],
        ["ship", "step", "failed", 3, failure],
        ["big", "step", "done", 1, big],
        ["nap", "sleep", "done", 0, "null"],
      ],
    );
  });

  test("the history is bounded in steps and in characters", async () => {
    const { run, attempt } = await begin();
    const mb = JSON.stringify("x".repeat(1_048_000));
    for (let at = 0; at < 4; at += 1) assert.ok((await given.keep(attempt, `b${at}`, { value: mb })).ok);
    const full = await given.keep(attempt, "b4", { value: mb });
    assert.deepEqual([full.ok, !full.ok && full.code], [false, "LIMIT_EXCEEDED"]);
    await given.scene.query((tx) =>
      tx.updateTable("runs").set({ stepCount: 1_000 }).where("id", "=", run.id).execute(),
    );
    const many = await given.keep(attempt, "b5", { value: "1" });
    assert.deepEqual([many.ok, !many.ok && many.code], [false, "LIMIT_EXCEEDED"]);
  });

  test("an attempt that its worker gave up unseen is not handed out for ever: it loses its lease", async () => {
    const { run, worker } = await begin();
    const [again] = await given.claim(worker);
    assert.deepEqual([again?.runId, again?.attempt], [run.id, 1], "the answer may have been lost");
    await given.scene.query((tx) =>
      sql`update runs set started_at = now() - interval '1 hour', lease_until = now() + interval '1 second'
        where id = ${run.id}`.execute(tx),
    );
    const before = await given.row(run.id);
    assert.deepEqual(await given.claim(worker), []);
    assert.deepEqual((await given.row(run.id)).leaseUntil, before.leaseUntil);
    await given.loseWorkers();
    await given.tick();
    assert.equal((await given.claimOne(worker)).attempt, 2);
  });

  test("an attempt whose lease was lost may neither store nor end anything, and the run goes on elsewhere", async () => {
    const { run, worker, attempt } = await begin();
    await given.keep(attempt, "one");
    const renew = () => worker.ask("renewRuns", { workerId: worker.id, holding: [{ runId: run.id, attempt: 1 }] });
    assert.deepEqual((await renew()).body["lost"], []);
    await given.loseWorkers();
    await given.tick();
    assert.deepEqual((await renew()).body["lost"], [run.id]);
    const other = given.scene.worker();
    const next = await given.claimOne(other);
    assert.deepEqual([next.attempt, next.steps.length], [2, 1]);
    const stale = await given.keep(attempt, "two");
    assert.deepEqual([stale.ok, !stale.ok && stale.code], [false, "ATTEMPT_ENDED"]);
    assert.equal(await given.complete(worker, attempt), 409);
    assert.equal(await given.suspend(worker, attempt, { kind: "sleep", key: "s", position: 0, forMs: 1 }), 409);
    assert.ok((await given.keep(next, "two")).ok);
    assert.equal(await given.complete(other, next), 204);
    assert.equal((await given.row(run.id)).status, "succeeded");
  });

  test("ten losses in a row without a new step are the end, and a new step begins the count again", async () => {
    const run = given.of();
    await given.start(run);
    const lose = async (keeps?: string) => {
      const attempt = await given.claimOne(given.scene.worker());
      if (keeps !== undefined) await given.keep(attempt, keeps);
      await given.loseWorkers();
      await given.tick();
      given.pass(60_000);
      await given.tick();
    };
    for (let losses = 0; losses < 9; losses += 1) await lose();
    await lose("progress");
    for (let losses = 1; losses < 9; losses += 1) await lose();
    assert.equal((await given.row(run.id)).status, "queued");
    await lose();
    const { status, error } = await given.row(run.id);
    assert.deepEqual([status, error?.code], ["failed", "WORKER_LOST"]);
  });

  test("an attempt whose executor was lost is lost, and the run goes on", async () => {
    const run = given.of();
    await given.start(run);
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    assert.equal(await given.complete(worker, attempt, { end: "cancelled" }), 204);
    const { status, losses } = await given.row(run.id);
    assert.deepEqual([status, losses], ["queued", 1]);
    assert.equal((await given.claimOne(worker)).attempt, 2);
  });

  test("a call that was approved is tried once, whatever becomes of its worker", async () => {
    const run = given.of({ mode: "once", approval: approvalOf() });
    const [started] = await given.start(run);
    assert.ok(started?.approvalId);
    assert.equal((await given.start(run))[0]?.approvalId, started.approvalId);
    const worker = given.scene.worker();
    assert.deepEqual(await given.claim(worker), []);
    const { wakeApproval } = await import("./wake-approval.ts");
    const { app } = given.scene;
    const approve = () =>
      app.store.inProject(given.author.projectId, (scope) => wakeApproval(app, scope, started.approvalId!, "approved"));
    await approve();
    await approve();
    await given.claimOne(worker);
    await given.loseWorkers();
    await given.tick();
    const { status, error } = await given.row(run.id);
    assert.deepEqual([status, error?.code], ["failed", "WORKER_LOST"]);
    const rejected = given.of({ mode: "once", approval: approvalOf() });
    const [asked] = await given.start(rejected);
    await app.store.inProject(given.author.projectId, (scope) =>
      wakeApproval(app, scope, asked?.approvalId ?? "", "rejected"),
    );
    const end = await given.row(rejected.id);
    assert.deepEqual([end.status, end.error?.code], ["failed", "APPROVAL_REJECTED"]);
  });

  test("an attempt that a limit ended is tried twice more, and another failure is the end", async () => {
    const run = given.of();
    await given.start(run);
    const worker = given.scene.worker();
    const end = { end: "failed", error: { code: "FUNCTION_TIMEOUT", message: "Too long." } } as const;
    for (const pauseMs of [1_000, 4_000]) {
      await given.complete(worker, await given.claimOne(worker), end);
      given.pass(pauseMs - 500);
      assert.deepEqual(await given.claim(worker), []);
      given.pass(500);
    }
    await given.complete(worker, await given.claimOne(worker), end);
    assert.deepEqual((await given.row(run.id)).error, { code: "FUNCTION_TIMEOUT", message: "Too long." });
    const other = await begin();
    // An error of the Function's own, though it has a code of a limit.
    const own = { code: "FUNCTION_TIMEOUT", message: "No.", safe: true, status: 422 };
    await given.complete(other.worker, other.attempt, { end: "failed", error: own });
    const { status, error, errorCode, finishedAt } = await given.row(other.run.id);
    assert.deepEqual([status, error, errorCode, finishedAt !== null], ["failed", own, own.code, true]);
  });

  test("errors and results with texts that PostgreSQL cannot hold are stored", async () => {
    const odd = "a\u0000b\ud800c";
    const { run, worker, attempt } = await begin();
    const failure = JSON.stringify({ code: "ODD", message: odd });
    assert.ok((await given.keep(attempt, "fails", { state: "failed", value: failure, shown: failure })).ok);
    const value = JSON.stringify(odd);
    assert.ok((await given.keep(attempt, "returns", { position: 1, value, shown: value })).ok);
    const error = { code: "ODD", message: odd };
    const retry = { kind: "retry", key: "tries", position: 2, attempts: 1, afterMs: 0, error, shown: failure } as const;
    const details = JSON.stringify({ odd });
    assert.equal(await given.suspend(worker, attempt, retry, { ...questionOf({ details }), position: 3 }), 204);
    await given.tick();
    const next = await given.claimOne(worker);
    assert.deepEqual(
      next.steps.map(({ key, value: stored }) => [key, stored]),
      [
        ["fails", failure],
        ["returns", value],
        ["tries", failure],
        ["ask", null],
      ],
    );
    assert.equal(await given.complete(worker, next, { end: "failed", error }), 204);
    assert.deepEqual((await given.row(run.id)).error, { code: "ODD", message: "a\ufffdb\ufffdc" });
  });

  test("a postponed attempt does not count as begun", async () => {
    const { run, worker, attempt } = await begin();
    await given.complete(worker, attempt, { end: "postponed", postponeMs: 2_000 });
    const { status, beganAt, executionId } = await given.row(run.id);
    assert.deepEqual([status, beganAt, executionId], ["queued", null, null]);
    given.pass(2_000);
    assert.equal((await given.claimOne(worker)).runId, run.id);
  });

  test("a run ends at its deadline, whatever it does", async () => {
    const waiting = await begin({ deadlineSeconds: 10 });
    await given.suspend(waiting.worker, waiting.attempt, { kind: "sleep", key: "s", position: 0, forMs: 3_600_000 });
    const running = await begin({ deadlineSeconds: 10 });
    const queued = given.of({ deadlineSeconds: 10 });
    await given.start(queued);
    given.pass(10_000);
    await given.tick();
    for (const { id } of [waiting.run, running.run, queued]) {
      const { status, error } = await given.row(id);
      assert.deepEqual([status, error?.code], ["expired", "RUN_EXPIRED"]);
    }
    assert.equal((await given.keep(running.attempt, "late")).ok, false);
    assert.equal(await given.complete(running.worker, running.attempt), 204, "its worker learns nothing new");
    assert.equal((await given.row(running.run.id)).status, "expired");
    assert.deepEqual(await given.claim(given.scene.worker()), []);
  });

  test("of two replicas, only one gives out a run", async () => {
    await using replica = await given.scene.addReplica({ holdMs: 20 });
    await given.start(...Array.from({ length: 40 }, () => given.of()));
    const workers = [given.scene.worker(), given.scene.worker(undefined, replica.internalUrl)] as const;
    const claimed = await Promise.all([...workers, ...workers].map((worker) => given.claim(worker, 10)));
    const ids = claimed.flat().map(({ runId }) => runId);
    // A worker's second claim also has what the first one gave it, because it does not hold that yet.
    const holders = new Map(claimed.flatMap((some, at) => some.map(({ runId }) => [runId, at % 2])));
    for (const [at, some] of claimed.entries()) for (const { runId } of some) assert.equal(holders.get(runId), at % 2);
    assert.ok(new Set(ids).size >= 20);
  });

  test("a worker gets an attempt again whose message it never received", async () => {
    const { worker, attempt } = await begin();
    const again = await given.claimOne(worker);
    assert.deepEqual([again.runId, again.attempt, again.executionId], [attempt.runId, 1, attempt.executionId]);
    assert.deepEqual(await given.claim(worker, 10, [{ runId: attempt.runId, attempt: 1 }]), []);
  });

  test("a run that somebody altered in the database fails, and one under another key waits", async () => {
    const [altered, foreign] = [given.of(), given.of()];
    await given.start(altered, foreign);
    await given.scene.query((tx) =>
      sql`update runs set input = set_byte(input, 20, get_byte(input, 20) # 1) where id = ${altered.id}`.execute(tx),
    );
    await given.scene.query((tx) =>
      tx.updateTable("runs").set({ keyId: "k_other" }).where("id", "=", foreign.id).execute(),
    );
    assert.deepEqual(await given.claim(given.scene.worker()), []);
    assert.equal((await given.row(altered.id)).status, "failed");
    assert.equal((await given.row(foreign.id)).status, "queued");
  });
});
