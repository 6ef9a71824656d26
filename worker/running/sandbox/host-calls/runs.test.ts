import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { KeptStep } from "@ferrule/contract/internal/runs.ts";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { keyedGrant } from "../../../deployed/endpoints/served/grant-key.ts";
import { Cancellation } from "../../../ground/cancellation.ts";
import type { Invocation } from "../call/invocation.ts";
import { runOf } from "../runs/run-harness.ts";
import type { HostCallContext } from "./host-call.ts";
import { createRunCalls, type StartableFunction } from "./runs.ts";

const permissions = { secrets: [], hosts: [], collections: [], cache: false };
const declared = { ...permissions, runs: ["orders", "plain", "missing"] };

const contextOf = (over: Partial<Invocation> = {}): HostCallContext => ({
  invocation: {
    projectId: "prj_1",
    environment: "production",
    tenantId: "acme",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: "req_1",
    run: runOf({ id: "run_own", attempt: 3 }),
    ...keyedGrant(declared),
    ...over,
  } as unknown as Invocation,
  dropped: new Cancellation(),
  signal: new AbortController().signal,
  ended: new AbortController().signal,
  touch: () => undefined,
  cancel: () => assert.fail("nothing cancels the call"),
  record: () => assert.fail("this is no outbound request"),
  noteStatement: () => assert.fail("this is no statement"),
});
const plainCall = () => {
  const { run: _run, ...invocation } = contextOf().invocation;
  return { ...contextOf(), invocation };
};

const orders: StartableFunction = {
  id: "fn_orders",
  deploymentId: "dep_1",
  policy: defaultRunPolicy,
  accept: (input) => (input === "wrong" ? { problem: "must be an object" } : { input }),
  hideInput: () => ({ hidden: true }),
};

/** The calls with a control plane that answers, or refuses with the given errors first. */
function callsWith(...refusals: HostCallError[]) {
  const asked: { name: string; argument: unknown }[] = [];
  const calls = createRunCalls({
    async ask(name, argument) {
      asked.push({ name, argument });
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
      return name === "runs.start" ? { id: (argument as { run: { id: string } }).run.id } : {};
    },
    shown: (_place, value) => `masked ${JSON.stringify(value)}`.slice(0, 16_384),
    findStartable: (_place, slug) => (slug === "orders" ? orders : slug === "plain" ? "call" : null),
  });
  const run = (name: string, argument: unknown, context = contextOf()) =>
    calls[name]!(argument, new Uint8Array(0), context);
  return { asked, run };
}

/** The code of the refusal. Nothing has been asked of the control plane by then. */
async function refusalOf(name: string, argument: unknown, context = contextOf()): Promise<string> {
  const { asked, run } = callsWith();
  const error = await run(name, argument, context).then(
    () => assert.fail(`it was answered: ${JSON.stringify(argument).slice(0, 200)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof HostCallError, String(error));
  assert.ok(error.message.length > 0 && error.message.length <= 2_000);
  assert.deepEqual(asked, []);
  return error.code;
}

const kept = { key: "pay", position: 0, attempts: 1, state: "done", value: "1", durationMs: 1 };

describe("a guest that bypasses its own checks", () => {
  test("stores nothing for another run, in another place or of another form", async () => {
    for (const wrong of [
      { runId: "run_other" },
      { attempt: 4 },
      { shown: "unmasked" },
      { executionId: "exe_other" },
      { position: -1 },
      { position: 1_001 },
      { position: 0.5 },
      { attempts: 0 },
      { attempts: 2 ** 40 },
      { durationMs: -1 },
      { state: "waiting" },
      { key: "" },
      { key: "x".repeat(111) },
      { key: "pay\nround" },
      { key: "\u202eyap" },
      { value: JSON.stringify("x".repeat(10 * 1_048_576)) },
      { value: "{" },
      { value: "" },
      { value: 1 },
      { value: undefined },
      { state: "failed", value: '"no failure"' },
      { state: "failed", value: '{"code":1,"message":""}' },
      { state: "failed", value: JSON.stringify({ code: "X", message: "m".repeat(10_001) }) },
    ])
      assert.equal(await refusalOf("runs.keep", { ...kept, ...wrong }), "VALIDATION_ERROR", Object.keys(wrong).join());
    for (const none of [null, undefined, [], "keep", 7])
      assert.equal(await refusalOf("runs.keep", none), "VALIDATION_ERROR");
    assert.equal(await refusalOf("runs.keep", kept, plainCall()), "VALIDATION_ERROR");
    const once = contextOf({ run: runOf({ durable: false }) });
    assert.equal(await refusalOf("runs.keep", kept, once), "VALIDATION_ERROR");
  });

  test("stores its step only in the attempt of its own call, and masked", async () => {
    const { asked, run } = callsWith();
    await run("runs.keep", kept);
    const { shown, runId, attempt } = asked[0]!.argument as KeptStep;
    assert.deepEqual([shown, runId, attempt], ["masked 1", "run_own", 3]);
  });

  test("starts only what its Function declares, its endpoint's policy allows, and is deployed as durable", async () => {
    const step = { key: "start:orders", position: 0 };
    const start = { function: "orders", input: {}, step };
    const within = (...policies: Parameters<typeof keyedGrant>[1][]) => contextOf(keyedGrant(declared, ...policies));
    assert.equal(await refusalOf("runs.start", { ...start, function: "another" }), "NOT_GRANTED");
    assert.equal(await refusalOf("runs.start", start, within(permissions)), "NOT_GRANTED");
    assert.equal(await refusalOf("runs.start", start, within({ ...permissions, runs: ["plain"] })), "NOT_GRANTED");
    assert.equal(await refusalOf("runs.start", start, contextOf({ previewId: "pvw_1" })), "UNAVAILABLE");
    assert.equal(await refusalOf("runs.start", { ...start, function: "plain" }), "VALIDATION_ERROR");
    assert.equal(await refusalOf("runs.start", { ...start, function: "missing" }), "NOT_FOUND");
    const { asked, run } = callsWith();
    await run("runs.start", start, within({ ...permissions, runs: ["orders"] }));
    assert.equal(asked.length, 1);
  });

  test("starts nothing in another's name, without its step, or of another form", async () => {
    const step = { key: "start:orders", position: 0 };
    const start = { function: "orders", input: {}, step };
    for (const wrong of [
      { run: { tenantId: "other" } },
      { parent: { runId: "run_other" } },
      { tenantId: "other" },
      { step: undefined },
      { step: { ...step, runId: "run_other" } },
      { step: { ...step, position: -1 } },
      { step: { ...step, key: "a\u0000" } },
      { key: "a\nb" },
      { key: "k".repeat(201) },
      { delayMs: -1 },
      { delayMs: 31 * 86_400_000 },
      { priority: 101 },
      { input: "wrong" },
    ])
      assert.equal(await refusalOf("runs.start", { ...start, ...wrong }), "VALIDATION_ERROR", JSON.stringify(wrong));
    assert.equal(await refusalOf("runs.start", start, plainCall()), "VALIDATION_ERROR");
    assert.equal(await refusalOf("runs.start", { ...start, input: "x".repeat(1_048_577) }), "LIMIT_EXCEEDED");
  });

  test("learns the digest only of a question that people could read, in a durable run, and of nobody else's", async () => {
    const by = { roles: ["owner"], people: [], groups: [], caller: false };
    const terms = { by, people: 1, notAsker: true, expiresSeconds: 3_600 };
    const question = { title: "Refund", summary: "", details: "{}", ...terms };
    for (const wrong of [
      { title: "a\nb" },
      { details: "{" },
      { details: "x".repeat(16_385) },
      { digest: "0".repeat(64) },
      { runId: "run_other" },
      { by: { ...by, roles: ["king"] } },
      { people: 0 },
    ])
      assert.equal(await refusalOf("runs.asked", { ...question, ...wrong }), "VALIDATION_ERROR", JSON.stringify(wrong));
    assert.equal(await refusalOf("runs.asked", question, plainCall()), "VALIDATION_ERROR");
    const { asked, run } = callsWith();
    const answer = await run("runs.asked", question);
    assert.match((answer as { value: { asked: string } }).value.asked, /^[0-9a-f]{64}$/);
    assert.deepEqual(asked, [], "it needs no control plane");
  });

  test("names only runs and events as text that people can read", async () => {
    for (const name of ["runs.get", "runs.cancel"])
      for (const wrong of [{}, { runId: "r".repeat(65) }, { runId: "run_1", tenantId: "other" }, { runId: 1 }, null])
        assert.equal(await refusalOf(name, wrong), "VALIDATION_ERROR");
    const event = { name: "paid", data: {} };
    for (const wrong of [
      { name: "n".repeat(10_000) },
      { name: "" },
      { name: "a\r\nb" },
      { runId: "\u2066run" },
      { tenantId: "other" },
      { environment: "development" },
      { shown: "unmasked" },
    ])
      assert.equal(await refusalOf("runs.send", { ...event, ...wrong }), "VALIDATION_ERROR", Object.keys(wrong).join());
    assert.equal(await refusalOf("runs.send", { ...event, data: "x".repeat(1_048_577) }), "LIMIT_EXCEEDED");
  });
});

describe("a step", () => {
  const codeOf = (refusal: HostCallError) => {
    const { asked, run } = callsWith(new HostCallError("UNAVAILABLE", "Away."), refusal);
    return run("runs.keep", kept).then(
      () => assert.fail("it was stored"),
      (error: HostCallError) => [error.code, asked.length],
    );
  };

  test("is offered again while the control plane is away, and not once the attempt has ended", async () => {
    assert.deepEqual(await codeOf(new HostCallError("ATTEMPT_ENDED", "Ended.")), ["ATTEMPT_ENDED", 2]);
    assert.deepEqual(await codeOf(new HostCallError("LIMIT_EXCEEDED", "Full.")), ["RUN_HISTORY_FULL", 2]);
  });
});
