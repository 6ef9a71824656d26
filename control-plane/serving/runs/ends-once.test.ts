import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { StartedAttempt, StartedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import type { TestWorker } from "../../doors/internal/testing/connect-worker.ts";
import type { App } from "../../ground/app.ts";
import { endOrphans } from "./end-orphans.ts";
import { startRunScene } from "./testing/start-run-scene.ts";

describe("a run whose Function has ended when something dies", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  async function begin() {
    const run = given.of();
    await given.start(run);
    const worker = given.scene.worker();
    return { run, worker, attempt: await given.claimOne(worker) };
  }
  /** Its end, and how often something has changed it. */
  async function endOf(id: string) {
    const { status, finishedAt, revision, attempt } = await given.row(id);
    return { status, finishedAt, revision, attempt };
  }
  /** A run that waits for the end of another one. */
  async function parentOf(childId: string): Promise<string> {
    const parent = given.of();
    await given.start(parent);
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    await given.suspend(worker, attempt, {
      kind: "child",
      key: "wait",
      position: 0,
      runId: childId,
      timeoutMs: 60_000,
    });
    return parent.id;
  }

  const ends: Partial<StartedCompletion>[] = [
    { end: "succeeded", output: '"paid"', shownOutput: '"paid"' },
    { end: "succeeded", output: JSON.stringify("x".repeat(100_000)), shownOutput: '"x…"' },
    { end: "failed", output: null, shownOutput: null, error: { code: "NO_CARD", message: "No." } },
  ];
  for (const over of ends) {
    test(`ends once, however often and to whichever replica a worker says so: ${over.end}, ${over.output?.length ?? 0} characters`, async () => {
      await using replica = await given.scene.addReplica({ holdMs: 20 });
      const { run, worker, attempt } = await begin();
      const parentId = await parentOf(run.id);
      const elsewhere: TestWorker = given.scene.worker(worker.id, replica.internalUrl);
      const told = await Promise.all(
        [worker, elsewhere, worker, elsewhere].map((through) => given.complete(through, attempt, over)),
      );
      assert.deepEqual(told, [204, 204, 204, 204]);
      const ended = await endOf(run.id);
      assert.equal(ended.status, over.end);
      const parent = await endOf(parentId);
      assert.equal(
        await given.complete(elsewhere, attempt, { end: "failed", error: { code: "LATE", message: "" } }),
        204,
      );
      await given.tick();
      assert.deepEqual([await endOf(run.id), await endOf(parentId)], [ended, parent], "nothing changes any more");
      assert.equal((await given.claimOne(given.scene.worker())).runId, parentId, "who waited for it goes on once");
    });
  }

  test("and runs again if its end was not stored; then what the first worker says late changes nothing", async () => {
    const { run, worker, attempt } = await begin();
    assert.ok((await given.keep(attempt, "pay")).ok);
    await given.loseWorkers();
    await given.tick();
    const lost = await endOf(run.id);
    assert.equal(await given.complete(worker, attempt), 204);
    assert.deepEqual([lost.status, await endOf(run.id)], ["queued", lost], "nothing changes");
    const other = given.scene.worker();
    const next: StartedAttempt = await given.claimOne(other);
    assert.deepEqual([next.attempt, next.steps.map(({ key }) => key)], [2, ["pay"]]);
    assert.equal(await given.complete(other, next), 204);
    const ended = await endOf(run.id);
    assert.equal(await given.complete(worker, attempt, { end: "failed", error: { code: "LATE", message: "" } }), 409);
    assert.deepEqual(await endOf(run.id), ended);
  });

  test("and was given up: its children end once, although the control plane that ends them dies on the way", async () => {
    const { run, worker, attempt } = await begin();
    const children: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const child = given.of({ id: identifier("run"), source: "function", delayMs: 3_600_000 });
      const parent = {
        runId: run.id,
        attempt: 1,
        key: n === 0 ? "start:durable" : `start:durable#${n + 1}`,
        position: n,
        detached: false,
      };
      assert.ok((await given.ask("start", { run: child, parent }, attempt)).ok);
      children.push(child.id);
    }
    await given.author.client.cancelRun({ params: { runId: run.id } });
    assert.equal(await given.complete(worker, attempt, { end: "cancelled" }), 204);
    const { app } = given.scene;
    let left = 4;
    const inInstallation: App["store"]["inInstallation"] = (work, options) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error("It was killed.")) : app.store.inInstallation(work, options);
    };
    const dying = { ...app, store: Object.assign(Object.create(app.store) as App["store"], { inInstallation }) };
    await assert.rejects(endOrphans(dying), /It was killed/);
    const before = await Promise.all(children.map(endOf));
    const gone = before.filter(({ status }) => status === "cancelled");
    assert.ok(gone.length > 0 && gone.length < children.length, String(gone.length));
    await Promise.all([endOrphans(app), endOrphans(app)]);
    for (const [at, id] of children.entries()) {
      const { status, revision } = await endOf(id);
      assert.equal(status, "cancelled");
      const was = before[at];
      assert.equal(revision, was?.status === "cancelled" ? was.revision : (was?.revision ?? 0) + 1, "it ended once");
    }
    assert.equal((await given.row(run.id)).orphans, false);
  });
});
