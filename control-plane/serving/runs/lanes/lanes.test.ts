import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { NewRun } from "@ferrule/contract/internal/runs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { pauseFunction, resumeFunction } from "../pause-function.ts";
import { startRunsIn } from "../start-runs.ts";
import { startRunScene } from "../testing/start-run-scene.ts";

describe("lanes of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const many = (count: number, over: (at: number) => Partial<NewRun>) =>
    Array.from({ length: count }, (_, at) => given.of(over(at)));
  const claimNew = async (max = 100) => {
    const worker = given.scene.worker();
    return { worker, attempts: await given.claim(worker, max) };
  };
  const queues = async () => {
    const rows = await given.scene.query((tx) =>
      tx.selectFrom("runs").select("queue").where("status", "=", "queued").execute(),
    );
    const of = (queue: string) => rows.filter((row) => row.queue === queue).length;
    return { ready: of("ready"), blocked: of("blocked") };
  };

  test("of one concurrency value, no more run than its limit, and others go on beside it", async () => {
    const limited = (value: string) => ({ concurrency: 2, concurrencyKey: value });
    await given.start(...many(8, (at) => limited(at < 5 ? "a" : "b")), given.of());
    const { worker, attempts } = await claimNew();
    const rows = await Promise.all(attempts.map(({ runId }) => given.row(runId)));
    const inLane = (end: string) => rows.filter(({ lane }) => lane.endsWith(end)).length;
    assert.deepEqual([rows.length, inLane(" a"), inLane(" b")], [5, 2, 2]);
    assert.deepEqual(await queues(), { ready: 0, blocked: 4 });
    const first = attempts.find(({ runId }) => rows.some(({ id, lane }) => id === runId && lane.endsWith(" a")));
    await given.complete(worker, first!);
    const next = await claimNew();
    assert.equal(next.attempts.length, 1);
    assert.ok((await given.row(next.attempts[0]!.runId)).lane.endsWith(" a"));
    assert.deepEqual(await queues(), { ready: 0, blocked: 3 });
  });

  test("a place in a lane comes free when a run waits, fails, is cancelled or loses its worker", async () => {
    await given.start(...many(5, () => ({ concurrency: 1, concurrencyKey: "one" })));
    const ends: ((
      attempt: StartedAttempt,
      worker: Awaited<ReturnType<typeof claimNew>>["worker"],
    ) => Promise<unknown>)[] = [
      (attempt, worker) => given.suspend(worker, attempt, { kind: "sleep", key: "s", position: 0, forMs: 3_600_000 }),
      (attempt, worker) => given.complete(worker, attempt, { end: "failed", error: { code: "X", message: "" } }),
      (attempt, worker) => given.complete(worker, attempt, { end: "cancelled" }),
      async () => {
        await given.loseWorkers();
        await given.tick();
      },
    ];
    const seen = new Set<string>();
    for (const end of ends) {
      const { worker, attempts } = await claimNew();
      assert.equal(attempts.length, 1);
      seen.add(attempts[0]!.runId);
      assert.equal((await claimNew()).attempts.length, 0, "the lane is full");
      await end(attempts[0]!, worker);
    }
    assert.equal((await claimNew()).attempts.length, 1);
    assert.equal(seen.size, 4);
  });

  test("two replicas that claim at once never fill a lane twice", async () => {
    await using replica = await given.scene.addReplica({ holdMs: 20 });
    await given.start(...many(30, () => ({ concurrency: 3, concurrencyKey: "one" })));
    for (let turn = 0; turn < 5; turn += 1) {
      const urls = [undefined, replica.internalUrl, undefined, replica.internalUrl];
      const claimed = await Promise.all(
        urls.map(async (url) => {
          const worker = given.scene.worker(undefined, url);
          return { worker, attempts: await given.claim(worker, 10) };
        }),
      );
      const running = claimed.flatMap(({ worker, attempts }) => attempts.map((attempt) => ({ worker, attempt })));
      assert.equal(running.length, 3);
      await Promise.all(running.map(({ worker, attempt }) => given.complete(worker, attempt)));
    }
  });

  test("no more runs of a Function begin in a time than its rate allows, and a continuation does not count", async () => {
    const rate = { limit: 3, perSeconds: 60 };
    await given.start(...many(8, () => ({ rate })));
    const { worker, attempts } = await claimNew();
    assert.equal(attempts.length, 3);
    assert.equal((await claimNew()).attempts.length, 0);
    await given.suspend(worker, attempts[0]!, { kind: "sleep", key: "s", position: 0, forMs: 0 });
    const again = await claimNew();
    assert.deepEqual(
      again.attempts.map(({ runId, attempt }) => [runId, attempt]),
      [[attempts[0]!.runId, 2]],
    );
    given.pass(40_000);
    await given.tick();
    assert.equal((await claimNew()).attempts.length, 0);
    given.pass(20_000);
    await given.tick();
    assert.equal((await claimNew()).attempts.length, 3);
    given.pass(61_000);
    await given.tick();
    assert.equal((await claimNew()).attempts.length, 2);
  });

  test("of a paused Function no run begins or goes on until it is resumed, and others do not notice", async () => {
    const other = await given.author.addFunction("other");
    const { projectId } = given.author;
    const paused = { functionId: given.functionId, environment: "development" as const };
    const inProject = given.scene.app.store.inProject;
    assert.ok(await inProject(projectId, (scope) => pauseFunction(scope, { ...paused, pausedBy: "usr_1" })));
    assert.ok(!(await inProject(projectId, (scope) => pauseFunction(scope, { ...paused, pausedBy: "usr_1" }))));
    for (const count of [100, 100, 50]) await given.start(...many(count, () => ({})));
    await given.start(given.of({ functionId: other }), given.of({ environment: "production" }));
    assert.equal((await claimNew()).attempts.length, 2);
    assert.deepEqual(await queues(), { ready: 0, blocked: 250 });
    assert.ok(await inProject(projectId, (scope) => resumeFunction(scope, paused)));
    assert.ok(!(await inProject(projectId, (scope) => resumeFunction(scope, paused))));
    await given.tick();
    assert.equal((await claimNew()).attempts.length, 100);
  });

  test("10,000 runs of one tenant delay those of another by at most a claim, and so do 10,000 tenants", async () => {
    const { app } = given.scene;
    const startMany = (over: (at: number) => Partial<NewRun>) =>
      app.store.inProject(given.author.projectId, (scope) => startRunsIn(app, scope, many(10_000, over)));
    await startMany(() => ({ tenantId: "busy", priority: 100 }));
    const quiet = given.of({ tenantId: "quiet", priority: -100 });
    await given.start(quiet);
    const { attempts } = await claimNew(10);
    assert.ok(attempts.some(({ runId }) => runId === quiet.id));
    await given.clear();
    await startMany((at) => ({ tenantId: `tenant ${at}` }));
    const claimed = await claimNew(50);
    assert.equal(new Set(claimed.attempts.map(({ tenantId }) => tenantId)).size, 50, "each of another tenant");
  });
});
