import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { questionOf, startRunScene } from "../runs/testing/start-run-scene.ts";

describe("a question that a run asks again in a later attempt", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());
  const nap = (key: string) => ({ kind: "sleep" as const, key, position: 1, forMs: 1_000 });

  /** A run that asks and sleeps, and has slept. */
  const askAndSleep = async () => {
    const run = given.of();
    await given.start(run);
    const worker = given.scene.worker();
    await given.suspend(worker, await given.claimOne(worker), questionOf({ title: "Refund 500" }), nap("nap"));
    given.pass(1_000);
    await given.tick();
    const owner = (await given.scene.plane.session("owner", given.author.projectId)).client;
    const listed = async () => (await owner.listApprovals({ query: { runId: run.id } })).items.toReversed();
    const decide = async (at: number) => {
      const { id: approvalId, digest } = (await listed())[at] ?? assert.fail();
      return owner.decideApproval({ params: { approvalId }, body: { decision: "approved", reason: "", digest } });
    };
    return { run, worker, owner, attempt: await given.claimOne(worker), listed, decide };
  };

  test("stays the same question while it asks the same, also for another deployment", async () => {
    const { worker, attempt, listed, decide } = await askAndSleep();
    const again = questionOf({ title: "Refund 500", digest: "9".repeat(64) });
    await given.suspend(worker, attempt, again, nap("other"));
    assert.deepEqual(
      (await listed()).map(({ status, replacedBy }) => [status, replacedBy]),
      [["pending", null]],
    );
    await decide(0);
    const { steps } = await given.claimOne(worker);
    const { asked, outcome } = JSON.parse(steps[0]?.value ?? "") as { asked: string; outcome: string };
    assert.deepEqual([asked, outcome], ["1".repeat(64), "approved"]);
  });

  test("is withdrawn when it asks something else, and an answer to it does not count", async () => {
    const { run, worker, owner, attempt, listed, decide } = await askAndSleep();
    await given.suspend(worker, attempt, questionOf({ title: "Refund 900" }, "2"), nap("other"));
    const [first, second] = await listed();
    assert.deepEqual(
      [first, second].map((one) => [one?.title, one?.status, one?.replacedBy]),
      [
        ["Refund 500", "cancelled", second?.id],
        ["Refund 900", "pending", null],
      ],
    );
    assert.equal(first?.mayNotBecause, "The run was given up, or asks something else now.");
    await assert.rejects(decide(0), { status: 409, code: "INVALID_STATE" });
    assert.equal((await given.row(run.id)).status, "waiting");
    const { timeline } = await owner.getRun({ params: { runId: run.id } });
    assert.equal(timeline.find(({ kind }) => kind === "approval")?.approvalId, second?.id);
    await decide(1);
    const { steps } = await given.claimOne(worker);
    assert.match(steps[0]?.value ?? "", new RegExp(`"asked":"${"2".repeat(64)}"`));
  });

  test("that was decided during the attempt tells the next attempt what was asked", async () => {
    const { worker, attempt, decide } = await askAndSleep();
    await decide(0);
    await given.suspend(worker, attempt, questionOf({ title: "Refund 900" }, "2"), nap("other"));
    const { steps } = await given.claimOne(worker);
    assert.match(steps.find(({ key }) => key === "ask")?.value ?? "", new RegExp(`"asked":"${"1".repeat(64)}"`));
  });
});
