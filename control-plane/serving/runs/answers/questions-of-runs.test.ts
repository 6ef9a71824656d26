import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { NewRun, RunReport, RunWait } from "@ferrule/contract/internal/runs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startRunScene } from "../testing/start-run-scene.ts";

const caller: NewRun["caller"] = { kind: "api-key", id: "key_a", name: "key_a" };
const place = { environment: "development", endpointId: "ep_one", tenantId: "default" } as const;
const asks = { form: true, url: false, lists: true };
const asked = JSON.stringify({ message: "Which city?", schema: {}, timeoutMs: 60_000 });
const accepted = JSON.stringify({ action: "accept", content: { city: "Bern" } });
const question = (over: Partial<RunWait & { kind: "question" }> = {}): RunWait => ({
  kind: "question",
  key: "question",
  position: 0,
  asked,
  message: "Which city?",
  timeoutMs: 60_000,
  ...over,
});

describe("questions of runs", () => {
  const given = duringTests(startRunScene);
  beforeEach(() => given.clear());

  const begin = async (...waits: RunWait[]) => {
    const run = given.of({ ...place, source: "mcp", caller, asks });
    await given.start(run);
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    assert.equal(await given.suspend(worker, attempt, ...waits), 204);
    const asker = { projectId: given.author.projectId, ...place, caller };
    const read = async () => {
      const { body } = await worker.ask("readRun", { ...asker, waitMs: 0, asTask: true }, run.id);
      return body as unknown as RunReport;
    };
    const answer = async (over: object = {}, from: object = {}) => {
      const one = { key: "question", asked, outcome: accepted, shown: accepted, ...over };
      const { status, body } = await worker.ask("answerRun", { ...asker, ...from, answers: [one] }, run.id);
      return status === 200 ? body["taken"] : status;
    };
    return { run, worker, attempt, read, answer };
  };
  const valueOf = ({ steps }: StartedAttempt, key = "question") => {
    const step = steps.find((one) => one.key === key);
    return [step?.kind, step?.state, JSON.parse(step?.value ?? "null") as unknown];
  };
  const answered = { asked, outcome: JSON.parse(accepted) as unknown };

  test("hold no worker, show as a task's input, and go on with the answer", async () => {
    const { run, worker, attempt, read, answer } = await begin(question());
    assert.deepEqual(attempt.asks, asks);
    const report = await read();
    assert.equal(report.status, "waiting");
    assert.match(report.waitsFor ?? "", /^Waits for an answer until .*: Which city\?$/);
    assert.deepEqual([report.task?.asks, report.task?.questions], [true, [{ key: "question", asked }]]);
    assert.deepEqual(await given.claim(worker), []);
    assert.equal(await answer(), 1);
    assert.equal((await read()).task?.questions, undefined);
    const next = await given.claimOne(worker);
    assert.deepEqual(valueOf(next), ["question", "done", answered]);
    assert.equal(await answer(), 0, "an answer that comes again is ignored");
    assert.equal(await given.complete(worker, next, { output: '"done"' }), 204);
    assert.equal(await answer(), 0);
    assert.equal((await given.row(run.id)).status, "succeeded");
  });

  test("are stored sealed", async () => {
    const { run, answer } = await begin(question());
    const stored = () =>
      given.scene.query((tx) => tx.selectFrom("runSteps").selectAll().where("runId", "=", run.id).execute());
    assert.ok(!JSON.stringify(await stored()).includes(Buffer.from("Which city?").toString("base64").slice(0, 12)));
    await answer({ shown: '{"action":"accept","content":{"city":"••••"}}' });
    const [step] = await stored();
    assert.ok(!step!.value!.toString().includes("Bern"));
    assert.equal(step!.shown, '{"action":"accept","content":{"city":"••••"}}');
  });

  test("take no answer of another caller, tenant, endpoint, environment or Project", async () => {
    const { read, answer } = await begin(question());
    const stranger = await given.scene.plane.createProject();
    for (const other of [
      { caller: { ...caller, id: "key_b" } },
      { caller: { ...caller, kind: "user" } },
      { tenantId: "other" },
      { endpointId: "ep_two" },
      { environment: "production" },
      { projectId: stranger.id },
    ])
      assert.equal(await answer({}, other), 404, JSON.stringify(other));
    assert.equal((await read()).task?.asks, true);
  });

  test("take no answer to other words, another name, or another kind of wait", async () => {
    const event: RunWait = { kind: "event", key: "paid", position: 1, event: "paid", timeoutMs: 60_000 };
    const { read, answer } = await begin(question(), event);
    for (const wrong of [{ asked: asked.replace("city", "town") }, { key: "question#2" }, { key: "paid" }])
      assert.equal(await answer(wrong), 0, JSON.stringify(wrong));
    assert.equal((await read()).status, "waiting");
  });

  test("end in time without an answer, and a late one is ignored", async () => {
    const { worker, read, answer } = await begin(question({ timeoutMs: 1_000 }));
    given.pass(2_000);
    assert.equal((await read()).task?.questions, undefined);
    assert.equal(await answer(), 0);
    await given.tick();
    const next = await given.claimOne(worker);
    assert.deepEqual(valueOf(next), ["question", "done", { asked }]);
    assert.equal(await answer(), 0);
  });

  test("keep their time when another wait ends first, and take an answer while the run goes on", async () => {
    const sleep: RunWait = { kind: "sleep", key: "rest", position: 1, forMs: 1_000 };
    const { worker, answer } = await begin(question(), sleep);
    given.pass(2_000);
    await given.tick();
    const next = await given.claimOne(worker);
    assert.deepEqual(valueOf(next), ["question", "waiting", null]);
    assert.equal(await answer(), 1);
    assert.equal(await given.suspend(worker, next, question()), 204);
    assert.deepEqual(valueOf(await given.claimOne(worker)), ["question", "done", answered]);
  });

  test("are withdrawn when the Function asks in other words", async () => {
    const sleep: RunWait = { kind: "sleep", key: "rest", position: 1, forMs: 1_000 };
    const { worker, read, answer } = await begin(question(), sleep);
    given.pass(2_000);
    await given.tick();
    const other = asked.replace("Which", "What");
    await given.suspend(worker, await given.claimOne(worker), question({ asked: other }));
    assert.deepEqual((await read()).task?.questions, [{ key: "question", asked: other }]);
    assert.equal(await answer(), 0);
    assert.equal(await answer({ asked: other }), 1);
  });

  test("end with a run that is cancelled", async () => {
    const { run, worker, read, answer } = await begin(question());
    const asker = { projectId: given.author.projectId, ...place, caller };
    assert.equal((await worker.ask("cancelRunOfCaller", asker, run.id)).status, 204);
    assert.equal(await answer(), 0);
    const { status, task } = await read();
    assert.deepEqual([status, task?.asks, task?.questions], ["cancelled", undefined, undefined]);
  });

  test("may be several, answered one by one", async () => {
    const { worker, read, answer } = await begin(question(), question({ key: "question#2", position: 1 }));
    assert.equal((await read()).task?.questions?.length, 2);
    assert.equal(await answer({ key: "question#2" }), 1);
    const next = await given.claimOne(worker);
    assert.deepEqual(valueOf(next, "question")[1], "waiting");
    assert.deepEqual(valueOf(next, "question#2"), ["question", "done", answered]);
  });
});
