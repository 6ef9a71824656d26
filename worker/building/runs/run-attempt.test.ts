import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { HostCall } from "@ferrule/contract/internal/host-calls.ts";
import { startedCompletion, type StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { KeptStep, StoredStep } from "@ferrule/contract/internal/runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { startWorker } from "../../start-worker.ts";
import { endpointState, keyState, manifestOf, projectState, type TestFunction } from "../../testing/deployed.ts";
import { startFeedServer, type FeedServer } from "../../testing/feed-server.ts";
import { settingsFor, until } from "../../testing/test-worker.ts";

const durable = (name: string, body: string, over: Partial<TestFunction> = {}): TestFunction => ({
  name,
  code: `import { FunctionError } from "ferrule"; export default async (input, ctx) => { ${body} };`,
  runPolicy: {},
  ...over,
});

const functions: TestFunction[] = [
  durable(
    "orders",
    `const one = await ctx.step("one", () => ({ sum: input.n + 1, password: "hush" }));
     await ctx.sleep("nap", 60_000);
     const two = await ctx.step("two", () => one.sum + 1);
     return { total: two, password: "hush", attempt: ctx.attempt, source: ctx.source, id: ctx.run.id };`,
    { inputSchema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } },
  ),
  durable("throws", `throw new Error("It failed with Bearer fer_key_of_the_tests_0123456789.");`),
  durable("loops", `while (true);`, { timeoutMs: 200 }),
  durable(
    "hangs",
    `await ctx.step("begin", () => 1);
     await ctx.step("hang", () => new Promise((resolve) => setTimeout(resolve, 60_000)));`,
    { timeoutMs: 60_000 },
  ),
  durable("asks", `return await ctx.approve("sure", { title: "Pay", details: { amount: 7, password: "hush" } });`),
  durable("starts", `return await ctx.runs.start("orders", { n: 1 });`, { permissions: { runs: ["orders"] } }),
  durable("tries", `return await ctx.step("try", () => { throw new Error("Not yet."); });`),
  durable(
    "refuses",
    `throw new FunctionError("NO_STOCK", "None left for Bearer fer_key_of_the_tests_0123456789.", { status: 409 });`,
  ),
  durable(
    "refusesInStep",
    `await ctx.step("pay", () => { throw new FunctionError("NOT_FOUND", "No such order.", { status: 404, retry: false }); });`,
  ),
  durable("misuses", `await ctx.sleep("", 1);`),
  { name: "once", code: `export default (input, ctx) => ({ run: ctx.run.id, tenant: ctx.tenantId });` },
];

const started = new AsyncDisposableStack();
let feed: FeedServer;
let deployed: string;
/** The host calls that came, in order. */
const asked: HostCall[] = [];
before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "ferrule-worker-"));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  feed = started.use(await startFeedServer());
  feed.answerCall = (call) => {
    asked.push(call);
    if (call.name !== "runs.start") return { ok: true, value: {} };
    return { ok: true, value: { id: (call.argument as { run: { id: string } }).run.id } };
  };
  const worker = await startWorker(settingsFor(feed, dataDir), { log: createLog("worker", "silent") });
  started.defer(() => worker.close());
  for (const kind of ["mcp", "http"] as const) {
    feed.say(endpointState(kind));
    feed.say(keyState(kind));
  }
  deployed = publish(functions);
  feed.say(projectState(deployed));
});
after(() => started.disposeAsync());

const publish = (all: readonly TestFunction[]) =>
  feed.publish(
    manifestOf(all),
    all.map(({ code }) => code),
  );

let made = 0;
const attemptOf = (name: string, over: Partial<StartedAttempt> = {}): StartedAttempt => ({
  runId: `run_${(made += 1)}`,
  attempt: 1,
  projectId: "prj_one",
  environment: "development",
  functionId: `fn_${name}`,
  mode: "durable",
  source: "api",
  endpointId: null,
  bindingId: null,
  deployment: null,
  tenantId: "acme",
  caller: { kind: "user", id: "usr_1", name: "Ada" },
  requestId: `req_${made}`,
  executionId: `exe_${made}`,
  parentId: null,
  startedAt: Date.now(),
  remainingMs: 3_600_000,
  input: "{}",
  steps: [],
  trace: null,
  ...over,
});

const completionsOf = ({ runId, attempt }: StartedAttempt) =>
  feed.runs.completions().filter((one) => one.runId === runId && one.attempt === attempt);

/** Hands the attempt out, and waits for its end and for the record of its execution. */
async function endOf(attempt: StartedAttempt) {
  feed.runs.give(attempt);
  await until("it is completed", () => completionsOf(attempt).length === 1);
  const { runId, ...completion } = completionsOf(attempt)[0]!;
  return { runId, ...startedCompletion.parse(completion) };
}
async function recordOf({ executionId }: StartedAttempt) {
  const find = () => feed.executions().find(({ id }) => id === executionId);
  await until("it is recorded", () => find() !== undefined);
  return find()!;
}
const keptOf = (runId: string) =>
  asked.flatMap(({ name, argument }) => {
    const kept = argument as KeptStep;
    return name === "runs.keep" && kept.runId === runId ? [kept] : [];
  });
const storedOf = (runId: string): StoredStep[] =>
  keptOf(runId).map(({ key, state, attempts, value }) => ({ key, kind: "step", state, attempts, value }));

describe("an attempt of a run", () => {
  test("stores its steps, ends when the run waits, and the next attempt goes on from them", async () => {
    const first = attemptOf("orders", { input: `{"n":1}`, endpointId: "ep_http", bindingId: "htb_orders" });
    const waiting = await endOf(first);
    assert.deepEqual(
      [waiting.end, waiting.output, waiting.shownOutput, waiting.error],
      ["suspended", null, null, null],
    );
    assert.deepEqual(waiting.waits, [{ kind: "sleep", key: "nap", position: 1, forMs: 60_000 }]);
    const [kept, ...more] = keptOf(first.runId);
    assert.ok(kept !== undefined);
    assert.deepEqual([more, kept.attempt, kept.key, kept.state], [[], 1, "one", "done"]);
    assert.equal(kept.value, `{"sum":2,"password":"hush"}`);
    assert.deepEqual((JSON.parse(kept.shown) as { sum: number }).sum, 2);
    assert.doesNotMatch(kept.shown, /hush/);
    const record = await recordOf(first);
    assert.deepEqual(
      [record.source, record.status, record.run, record.endpointId, record.bindingId, record.caller.id],
      ["run", "succeeded", { id: first.runId, attempt: 1, suspended: true }, "ep_http", "htb_orders", "usr_1"],
    );

    const nap: StoredStep = { key: "nap", kind: "sleep", state: "done", attempts: 0, value: "null" };
    const steps = [...storedOf(first.runId), nap];
    const second = { ...first, attempt: 2, executionId: `${first.executionId}_2`, steps };
    const done = await endOf(second);
    assert.equal(done.end, "succeeded");
    const output = { total: 3, password: "hush", attempt: 2, source: "run", id: first.runId };
    assert.deepEqual(JSON.parse(done.output ?? ""), output);
    assert.doesNotMatch(done.shownOutput ?? "", /hush/);
    assert.deepEqual(
      keptOf(first.runId).map(({ key }) => key),
      ["one", "two"],
    );
    assert.deepEqual((await recordOf(second)).run, { id: first.runId, attempt: 2 });
  });

  test("of a plain Function whose call was approved returns its result", async () => {
    const once = attemptOf("once", { mode: "once", source: "http" });
    const { end, output } = await endOf(once);
    assert.deepEqual([end, JSON.parse(output ?? "")], ["succeeded", { run: once.runId, tenant: "acme" }]);
  });

  test("that fails says so in masked words, and a step that may run again says when", async () => {
    const failed = await endOf(attemptOf("throws"));
    assert.deepEqual([failed.end, failed.error?.code], ["failed", "FUNCTION_ERROR"]);
    assert.match(failed.error?.message ?? "", /^It failed with /);
    assert.doesNotMatch(failed.error?.message ?? "", /fer_key_of_the_tests/);
    const { end, waits } = await endOf(attemptOf("tries"));
    const [wait] = waits;
    assert.ok(end === "suspended" && wait?.kind === "retry");
    assert.deepEqual([wait.key, wait.attempts, wait.error.message], ["try", 1, "Not yet."]);
  });

  test("that throws an error of the author's tells its caller so, and nobody about the platform's errors", async () => {
    const own = await endOf(attemptOf("refuses"));
    assert.deepEqual([own.error?.code, own.error?.safe, own.error?.status], ["NO_STOCK", true, 409]);
    assert.match(own.error?.message ?? "", /^None left for /);
    assert.doesNotMatch(own.error?.message ?? "", /fer_key_of_the_tests/);
    const key = "refusesInStep";
    const first = await endOf(attemptOf(key));
    const value = JSON.stringify({ code: "NOT_FOUND", message: "No such order.", status: 404 });
    const failed: StoredStep = { key: "pay", kind: "step", state: "failed", attempts: 1, value };
    for (const { error } of [first, await endOf(attemptOf(key, { attempt: 2, steps: [failed] }))])
      assert.deepEqual(error, { code: "NOT_FOUND", message: "No such order.", safe: true, status: 404 });
    const platform = JSON.stringify({ code: "EGRESS_DENIED", message: "db.internal", ofPlatform: true });
    const steps = [{ ...failed, value: platform }];
    const ofPlatform = [await endOf(attemptOf(key, { steps })), await endOf(attemptOf("misuses"))];
    for (const { error } of [...ofPlatform, await endOf(attemptOf("throws"))]) assert.equal(error?.safe, false);
  });

  test("is ended at the Function's time limit, and at the run's own", async () => {
    const timedOut = await endOf(attemptOf("loops"));
    assert.deepEqual([timedOut.end, timedOut.error?.code], ["failed", "FUNCTION_TIMEOUT"]);
    const late = await endOf(attemptOf("hangs", { remainingMs: 100 }));
    assert.deepEqual([late.end, late.error?.code], ["failed", "FUNCTION_TIMEOUT"]);
  });

  test("whose input no longer fits its Function fails without running it", async () => {
    const refused = attemptOf("orders", { input: `{"n":"1"}` });
    const { end, error } = await endOf(refused);
    assert.deepEqual([end, error?.code], ["failed", "INPUT_INVALID"]);
    assert.deepEqual([(await recordOf(refused)).status, keptOf(refused.runId)], ["rejected", []]);
  });

  test("asks people with masked details, and a digest of the unmasked ones", async () => {
    const [wait] = (await endOf(attemptOf("asks"))).waits;
    assert.ok(wait?.kind === "approval");
    const { approval } = wait;
    assert.deepEqual([approval.title, (JSON.parse(approval.details) as { amount: number }).amount], ["Pay", 7]);
    assert.doesNotMatch(approval.details, /hush/);
    assert.match(approval.digest, /^[0-9a-f]{64}$/);
  });

  test("starts another run as a step, whose child the control plane knows by the run and the step", async () => {
    const first = attemptOf("starts");
    const startsOf = () =>
      asked.filter(({ name, argument }) => {
        const { parent } = argument as { parent?: { runId: string } };
        return name === "runs.start" && parent?.runId === first.runId;
      });
    const one = await endOf(first);
    const [child] = startsOf().map(({ argument }) => argument as { run: Record<string, unknown>; parent: object });
    assert.equal(one.output, JSON.stringify({ id: child?.run["id"] }));
    const stored: StoredStep = { key: "start:orders", kind: "start", state: "done", attempts: 1, value: one.output };
    const again = await endOf({ ...first, attempt: 2, steps: [stored] });
    assert.deepEqual([again.output, startsOf().length], [one.output, 1]);
    assert.deepEqual(child?.parent, {
      runId: first.runId,
      attempt: 1,
      key: "start:orders",
      position: 0,
      detached: false,
    });
    const { functionId, mode, source, tenantId, input, deadlineSeconds, onRelease } = child.run;
    assert.deepEqual(
      [functionId, mode, source, tenantId, input, deadlineSeconds, onRelease],
      ["fn_orders", "durable", "function", "acme", `{"n":1}`, 86_400, "stay"],
    );
  });

  test("stores a step even if the control plane is away for a moment", async () => {
    const usual = feed.answerCall;
    let refusals = 3;
    feed.answerCall = (call) => (refusals-- > 0 ? { ok: false, code: "UNAVAILABLE", message: "Away." } : usual(call));
    const away = attemptOf("orders", { input: `{"n":1}` });
    assert.equal((await endOf(away)).end, "suspended");
    feed.answerCall = usual;
    assert.equal(keptOf(away.runId).length, 1);
  });

  test("whose lease is lost ends at once, and reports nothing", async () => {
    const lost = attemptOf("hangs");
    feed.runs.give(lost);
    await until("it is said to be in hand", () => feed.runs.holding().some(({ runId }) => runId === lost.runId));
    // An attempt that loses its lease before its Function begins is no execution.
    await until("its Function runs", () => keptOf(lost.runId).length === 1);
    feed.runs.lose(lost.runId);
    assert.equal((await recordOf(lost)).status, "cancelled");
    // What the worker has in hand, it says with its next claim.
    await endOf(attemptOf("once", { mode: "once" }));
    await until("it is out of hand", () => feed.runs.holding().every(({ runId }) => runId !== lost.runId));
    assert.deepEqual(completionsOf(lost), []);
  });
});

describe("the Function of an attempt", () => {
  test("is that of the run's deployment, also when another one is deployed", async () => {
    const earlier = publish([durable("orders", `return "earlier";`), durable("gone", `return "still there";`)]);
    const deployment = { id: "dep_earlier", digest: earlier };
    for (const [name, result] of [
      ["orders", "earlier"],
      ["gone", "still there"],
    ] as const) {
      const stays = attemptOf(name, { deployment });
      assert.deepEqual(JSON.parse((await endOf(stays)).output ?? ""), result);
      assert.equal((await recordOf(stays)).deploymentId, "dep_earlier");
    }
    const moves = await endOf(attemptOf("gone"));
    assert.deepEqual([moves.end, moves.error?.code], ["failed", "NOT_DEPLOYED"]);
    const lost = await endOf(attemptOf("orders", { deployment: { id: "dep_lost", digest: "0".repeat(64) } }));
    assert.deepEqual([lost.end, lost.error?.code], ["failed", "NOT_DEPLOYED"]);
    const current = await endOf(attemptOf("once", { mode: "once", deployment: { id: "dep_same", digest: deployed } }));
    assert.equal(current.end, "succeeded");
  });

  test("stays within the current policy of the endpoint, which must exist and be enabled", async () => {
    const at = { endpointId: "ep_http" };
    assert.equal((await endOf(attemptOf("starts", at))).end, "succeeded");
    const nothing = { secrets: [], hosts: [], collections: [], cache: false };
    feed.say(endpointState("http", {}, { permissions: nothing }));
    await until("it is refused", async () => (await endOf(attemptOf("starts", at))).error?.code === "NOT_GRANTED");
    feed.say(endpointState("http", { status: "disabled" }));
    await until("it waits", async () => (await endOf(attemptOf("starts", at))).end === "postponed");
    feed.say({ gone: "endpoint:ep_http" });
    await until("it fails", async () => (await endOf(attemptOf("starts", at))).error?.code === "NOT_DEPLOYED");
  });
});
