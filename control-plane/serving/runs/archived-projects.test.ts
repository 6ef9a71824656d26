import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startRunScene } from "./testing/start-run-scene.ts";

describe("runs of archived Projects", () => {
  const given = duringTests(startRunScene);

  test("no attempt begins while a Project is archived, and all runs go on when it is restored", async () => {
    const { author } = given;
    const params = { projectId: author.projectId };
    const [ready, sleeps, claimed] = [given.of(), given.of({ delayMs: 60_000 }), given.of({ priority: 1 })];
    await given.start(claimed);
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    await given.start(ready, sleeps);
    await author.client.archiveProject({ params });
    assert.deepEqual(await given.claim(given.scene.worker()), []);
    // Its worker has nothing of the Project any more.
    const error = { code: "NOT_DEPLOYED", message: "Nothing is deployed." };
    assert.equal(await given.complete(worker, attempt, { end: "failed", error }), 204);
    given.pass(120_000);
    for (let turn = 0; turn < 3; turn += 1) {
      await given.tick();
      assert.deepEqual(await given.claim(given.scene.worker()), []);
    }
    for (const { id } of [ready, sleeps, claimed]) assert.equal((await given.row(id)).status, "queued", id);
    const owner = await given.scene.plane.signInAs("owner");
    await owner.updateProject({ params, body: { status: "active" } });
    await given.tick();
    const attempts = await given.claim(given.scene.worker());
    assert.deepEqual(
      new Set(attempts.map(({ runId }) => runId)),
      new Set([ready, sleeps, claimed].map(({ id }) => id)),
    );
    const failing = attempts.find(({ runId }) => runId === claimed.id);
    assert.ok(failing);
    const [holder] = await given.claim(given.scene.worker());
    assert.equal(holder, undefined);
    assert.equal(await given.complete(worker, failing, { end: "failed", error }), 409, "it is another worker's");
  });
});
