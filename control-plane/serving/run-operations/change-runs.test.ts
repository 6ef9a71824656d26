import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import type { ApiError } from "@ferrule/contract/client.ts";
import { roles, type Environment, type Role } from "@ferrule/contract/states.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startAuthor } from "../../testing/author.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";
import { approvalOf, startRunScene } from "../runs/testing/start-run-scene.ts";

describe("changing runs", () => {
  const given = duringTests(startRunScene);
  let plainId: string;
  before(async () => {
    const { author, functionId, scene } = given;
    const params = { functionId };
    const { revision } = await author.client.getFunction({ params });
    await author.client.updateFunction({ params, body: { run: "durable" }, headers: { "if-match": `"${revision}"` } });
    plainId = await author.addFunction("plain");
    await deployDrafts(scene.plane, author.client);
  });
  beforeEach(() => given.clear());
  const client = () => given.author.client;
  const input = { orderId: "A-1" };
  const started = async (over: object = {}) =>
    client().startRun({ body: { functionId: given.functionId, input, ...over } });
  const codes = async (call: Promise<unknown>) => {
    const { status, code }: ApiError = await refusal(call);
    return [status, code];
  };
  const failure = { end: "failed", error: { code: "NO_CARD", message: "No card." } } as const;

  /** A run that failed after its step `load`. */
  async function failed() {
    const { id } = await started();
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    await given.keep(attempt, "load", { position: 0 });
    await given.keep(attempt, "charge", { position: 1, state: "failed", value: '{"code":"NO_CARD","message":"No."}' });
    assert.equal(await given.complete(worker, attempt, failure), 204);
    return { id, worker };
  }

  test("a run that somebody starts has the input, the person and what is deployed", async () => {
    const run = await started({ tenantId: "acme", priority: 5 });
    assert.deepEqual(
      [run.status, run.source, run.tenantId, run.priority, run.caller.kind],
      ["queued", "console", "acme", 5, "user"],
    );
    const attempt = await given.claimOne(given.scene.worker());
    assert.deepEqual([attempt.runId, attempt.input], [run.id, '{"orderId":"A-1"}']);
    assert.ok(attempt.deployment !== null, "by default, it stays with its deployment");
    const { items } = await client().listAuditEvents({ query: { action: "run.start", limit: 1 } });
    assert.equal(items[0]?.target?.id, run.id);
  });

  test("a key of its own makes two starts one, and a delay lets it wait", async () => {
    const [first, second] = [await started({ key: "A" }), await started({ key: "A" })];
    assert.equal(first.id, second.id);
    const { dueAt } = await started({ delaySeconds: 3_600 });
    assert.ok(Date.parse(dueAt ?? "") > Date.now() + 3_000_000);
    assert.equal((await given.claim(given.scene.worker())).length, 1);
  });

  test("input that does not fit, a Function that is not durable, and one that is not deployed start nothing", async () => {
    assert.deepEqual(await issuePaths(started({ input: {} })), ["body.input.orderId"]);
    assert.deepEqual(await codes(started({ functionId: plainId })), [409, "INVALID_STATE"]);
    assert.deepEqual(await codes(started({ environment: "production" })), [409, "INVALID_STATE"]);
    assert.deepEqual(await codes(started({ functionId: "fn_none" })), [404, "NOT_FOUND"]);
    assert.deepEqual((await client().listRuns({ query: {} })).items, []);
  });

  test("secrets and sensitive names in an input are masked for people, and the Function gets them", async () => {
    const { id } = await started({ input: { ...input, password: "hunter2" } });
    const { shownInput } = await client().getRun({ params: { runId: id } });
    assert.deepEqual(JSON.parse(shownInput ?? ""), { orderId: "A-1", password: "[masked]" });
    assert.match((await given.claimOne(given.scene.worker())).input, /hunter2/);
  });

  test("one that waits is cancelled at once, one that runs when its worker has stopped it, and none twice", async () => {
    const { id } = await started();
    assert.equal((await client().cancelRun({ params: { runId: id } })).status, "cancelled");
    assert.deepEqual(await codes(client().cancelRun({ params: { runId: id } })), [409, "INVALID_STATE"]);
    const { id: running } = await started();
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    const { status, cancelling } = await client().cancelRun({ params: { runId: running } });
    assert.deepEqual([status, cancelling], ["running", true]);
    await given.complete(worker, attempt, { end: "cancelled" });
    assert.equal((await client().getRun({ params: { runId: running } })).status, "cancelled");
  });

  test("a failed run goes on with the results of its steps, or of those before one", async () => {
    const { id, worker } = await failed();
    const params = { runId: id };
    const again = await client().retryRun({ params, body: {} });
    assert.deepEqual([again.status, again.error, again.finishedAt], ["queued", null, null]);
    const attempt = await given.claimOne(worker);
    assert.deepEqual(
      attempt.steps.map(({ key, state }) => [key, state]),
      [["load", "done"]],
    );
    assert.deepEqual(await codes(client().retryRun({ params, body: {} })), [409, "INVALID_STATE"], "it runs");
    await given.complete(worker, attempt, failure);
    assert.deepEqual(await issuePaths(client().retryRun({ params, body: { fromStep: "none" } })), ["body.fromStep"]);
    await client().retryRun({ params, body: { fromStep: "load" } });
    assert.deepEqual((await given.claimOne(worker)).steps, []);
  });

  test("a run that has succeeded is not retried, not even from a step", async () => {
    const { id } = await started();
    const worker = given.scene.worker();
    const attempt = await given.claimOne(worker);
    await given.keep(attempt, "load");
    await given.complete(worker, attempt);
    const params = { runId: id };
    assert.deepEqual(await codes(client().retryRun({ params, body: {} })), [409, "INVALID_STATE"]);
    assert.deepEqual(await codes(client().retryRun({ params, body: { fromStep: "load" } })), [409, "INVALID_STATE"]);
  });

  test("a call that nobody approved is neither retried nor replayed", async () => {
    const run = given.of({ approval: approvalOf() });
    await given.start(run);
    const params = { runId: run.id };
    await client().cancelRun({ params });
    assert.deepEqual(await codes(client().retryRun({ params, body: {} })), [409, "INVALID_STATE"]);
    assert.deepEqual(await codes(client().replayRun({ params, body: {} })), [409, "INVALID_STATE"]);
    const body = { environment: "development" as const, runIds: [run.id] };
    assert.deepEqual(await client().retryRuns({ body }), { changed: 0, more: false });
  });

  test("a replay is a new run with the same sealed input, or another one that fits", async () => {
    const { id } = await started({ input: { ...input, password: "hunter2" }, key: "A", tenantId: "acme" });
    const worker = given.scene.worker();
    const original = await given.claimOne(worker);
    await given.complete(worker, original, failure);
    const params = { runId: id };
    const same = await client().replayRun({ params, body: {} });
    assert.deepEqual([same.replayOf, same.tenantId, same.key, same.status], [id, "acme", null, "queued"]);
    assert.equal((await given.claimOne(given.scene.worker())).input, original.input);
    const other = await client().replayRun({ params, body: { input: { orderId: "B-2" } } });
    assert.notEqual(other.id, same.id);
    assert.equal((await given.claimOne(given.scene.worker())).input, '{"orderId":"B-2"}');
    assert.deepEqual(await issuePaths(client().replayRun({ params, body: { input: { orderId: 1 } } })), [
      "body.input.orderId",
    ]);
    const unfit = given.of({ input: "{}" });
    await given.start(unfit);
    assert.deepEqual(await codes(client().replayRun({ params: { runId: unfit.id }, body: {} })), [
      409,
      "INVALID_STATE",
    ]);
  });

  test("no attempt of a paused Function begins until it is resumed", async () => {
    const { id } = await started();
    const params = { functionId: given.functionId };
    const body = { environment: "development" } as const;
    assert.equal((await client().pauseRuns({ params, body })).paused, true);
    assert.deepEqual(await given.claim(given.scene.worker()), []);
    assert.equal((await client().getRun({ params: { runId: id } })).waitsFor, "The Function is paused.");
    assert.equal((await client().resumeRuns({ params, body })).paused, false);
    await given.tick();
    assert.equal((await given.claimOne(given.scene.worker())).runId, id);
  });

  test("an event wakes the runs of its tenant and environment, or one of them", async () => {
    const worker = given.scene.worker();
    for (const tenantId of ["acme", "acme", "other"]) {
      await started({ tenantId });
      const wait = { kind: "event", key: "paid", position: 0, event: "paid", timeoutMs: 60_000 } as const;
      await given.suspend(worker, await given.claimOne(worker), wait);
    }
    const [other, , first] = (await client().listRuns({ query: {} })).items;
    assert.ok(other && first);
    const event = { tenantId: "acme", name: "paid", data: { token: "t", at: 1 } };
    const send = (over: object) => client().sendRunEvent({ body: { ...event, ...over } });
    assert.deepEqual(await codes(send({ runId: other.id })), [404, "NOT_FOUND"], "it is another tenant's");
    assert.deepEqual(await send({ environment: "production" }), { woken: 0 });
    assert.deepEqual(await send({ runId: first.id }), { woken: 1 });
    assert.deepEqual(await send({}), { woken: 1 });
    const { timeline } = await client().getRun({ params: { runId: first.id } });
    assert.ok(!timeline[0]?.shown?.includes('"t"'), "people see the event masked");
  });

  test("roles decide by the environment, and a run of another Project does not exist", async () => {
    const allowed: Record<Environment, readonly Role[]> = {
      development: ["owner", "admin", "developer"],
      production: ["owner", "admin", "operator"],
    };
    const { client: theirs } = await startAuthor(given.scene);
    for (const environment of ["development", "production"] as const) {
      for (const role of roles) {
        const run = given.of({ environment });
        await given.start(run);
        const params = { runId: run.id };
        const as = await given.author.as(role);
        const event = { environment, name: "x", data: 1 };
        const many = { environment, runIds: [run.id] };
        const calls = [
          () => as.retryRuns({ body: many }),
          () => as.sendRunEvent({ body: event }),
          () => as.pauseRuns({ params: { functionId: given.functionId }, body: { environment } }),
          () => as.resumeRuns({ params: { functionId: given.functionId }, body: { environment } }),
          () => as.cancelRun({ params }),
        ];
        for (const call of calls) {
          if (allowed[environment].includes(role)) await call();
          else assert.deepEqual(await codes(call()), [403, "FORBIDDEN"], `${role} in ${environment}`);
        }
        assert.deepEqual(await codes(theirs.cancelRun({ params })), [404, "NOT_FOUND"]);
        assert.deepEqual(await codes(theirs.retryRun({ params, body: {} })), [404, "NOT_FOUND"]);
        assert.deepEqual(await codes(theirs.replayRun({ params, body: {} })), [404, "NOT_FOUND"]);
        assert.deepEqual(await theirs.cancelRuns({ body: many }), { changed: 0, more: false });
      }
    }
  });

  test("a Project that git manages changes its runs, and an archived one does not", async () => {
    const { author } = given;
    const params = { projectId: author.projectId };
    const managedFrom = { url: "https://git.acme.example/shop", branch: "main" };
    await client().updateProject({ params, body: { managedFrom } });
    const { id } = await started();
    assert.equal((await client().cancelRun({ params: { runId: id } })).status, "cancelled");
    await client().updateProject({ params, body: { managedFrom: null } });
    await client().archiveProject({ params });
    assert.deepEqual(await codes(started()), [409, "PROJECT_ARCHIVED"]);
    assert.equal((await client().getRun({ params: { runId: id } })).status, "cancelled");
  });
});
