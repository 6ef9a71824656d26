import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AskedQuestion, CallStep, Question } from "@ferrule/contract/mcp/questions/question.ts";
import type { Invocation } from "../../../running/sandbox/call/invocation.ts";
import { outcome } from "../../../testing/stand-in.ts";
import { bodyOf, legacy, modern, refused, type RpcBody } from "../../../testing/rpc.ts";
import { startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";
import { createSealer } from "./sealer.ts";
import { openState, sealState, stateMs } from "./call-state.ts";

const schema = {
  type: "object",
  properties: { city: { type: "string", minLength: 1 }, count: { type: "integer" } },
  required: ["city"],
};
const asked = (key: string, question: Partial<Question> = {}): AskedQuestion => {
  const whole = { message: `Tell me ${key}`, timeoutMs: 600_000, ...question };
  const full: Question = whole.url === undefined ? { schema, ...whole } : whole;
  return { key, asked: JSON.stringify(full), question: full };
};
const step = (key: string, value: unknown): CallStep => ({
  key,
  kind: "step",
  state: "done",
  attempts: 1,
  value: JSON.stringify(value),
});
const outcomeIn = (step: CallStep) => (JSON.parse(step.value) as { outcome: unknown }).outcome;
const outcomesIn = ({ mcp }: Invocation) =>
  (mcp?.steps ?? []).filter(({ kind }) => kind === "question").map((one) => [one.key, outcomeIn(one)]);

/** A Function in this process that asks these questions, until each has an outcome, and returns the outcomes. */
const asking =
  (...questions: AskedQuestion[]) =>
  (invocation: Invocation) => {
    if (invocation.mcp?.asks === undefined) return "cannot ask";
    const known = new Set(invocation.mcp.steps?.map(({ key }) => key));
    const open = questions.filter(({ key }) => !known.has(key));
    if (open.length === 0) return { outcomes: outcomesIn(invocation), seen: known.has("paid") };
    const steps = known.has("paid") ? [] : [step("paid", "a secret of the Function")];
    return outcome({ kind: "asked", questions: open, steps });
  };

const behaviours = {
  city: asking(asked("city")),
  both: asking(asked("a"), asked("b")),
  page: asking(asked("page", { url: "https://shop.example/pay" })),
  quick: asking(asked("quick", { timeoutMs: 1_000 })),
  plain: () => "done",
};
const functions = Object.keys(behaviours).map((name) => ({ name, code: name, asks: true as const }));
const canAsk = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } } };

describe("questions at 2026-07-28", () => {
  let worker: TestWorker;
  before(async () => {
    worker = await startTestWorker({ functions, behaviours });
  });
  after(() => worker[Symbol.asyncDispose]());

  const call = async (name: string, more: object = {}, given: object = {}, over: object = canAsk) =>
    worker.post(...modern("tools/call", { name, arguments: given, ...more }, over as Record<string, unknown>));
  const result = async (response: Response) => (await bodyOf(response)).result as unknown as Record<string, unknown>;
  async function ask(name: string, given: object = {}) {
    const told = await result(await call(name, {}, given));
    assert.equal(told["resultType"], "input_required", JSON.stringify(told));
    return {
      requestState: told["requestState"] as string,
      requests: told["inputRequests"] as Record<string, { params: unknown }>,
    };
  }
  const accept = (content: object) => ({ action: "accept", content });
  const outcomes = async (response: Response) => {
    const told = await result(response);
    assert.equal(told["resultType"], "complete", JSON.stringify(told));
    return (told["structuredContent"] as { outcomes: unknown }).outcomes;
  };

  test("are a result, and the answer comes with the same call", async () => {
    const { requestState, requests } = await ask("city");
    assert.deepEqual(requests, {
      city: {
        method: "elicitation/create",
        params: { mode: "form", message: "Tell me city", requestedSchema: schema },
      },
    });
    assert.doesNotMatch(Buffer.from(requestState, "base64url").toString("latin1"), /secret|paid|city/);
    const response = await call("city", {
      requestState,
      inputResponses: { city: accept({ city: "Bern", count: 2, other: "x", __proto__: { a: 1 } }) },
    });
    const told = await result(response);
    assert.deepEqual(told["structuredContent"], {
      outcomes: [["city", { action: "accept", content: { city: "Bern", count: 2 } }]],
      seen: true,
    });
    const records = worker.records.slice(-2);
    assert.deepEqual(
      records.map(({ status, questions }) => [status, questions?.map(({ name, mode, outcome: o }) => [name, mode, o])]),
      [
        ["succeeded", [["city", "form", null]]],
        ["succeeded", [["city", "form", "accept"]]],
      ],
    );
    assert.deepEqual(records[1]?.questions?.[0]?.content, { city: "Bern", count: 2 });
  });

  for (const [title, answer, expected] of [
    ["declined", { action: "decline" }, { action: "decline" }],
    ["closed", { action: "cancel" }, { action: "cancel" }],
    ["answered with an unknown action", { action: "yes" }, "malformed"],
    ["answered with no object", "Bern", "malformed"],
    ["answered without content", { action: "accept" }, "malformed"],
    ["answered with a list", { action: "accept", content: [] }, "malformed"],
    ["answered with another type", { action: "accept", content: { city: 5 } }, "malformed"],
    ["answered without what is required", { action: "accept", content: { count: 1 } }, "malformed"],
    ["answered with too much", { action: "accept", content: { city: "x".repeat(70_000) } }, "malformed"],
    ["answered with an object for a text", { action: "accept", content: { city: { $ref: "#" } } }, "malformed"],
  ] as const) {
    test(`${title} have that outcome`, async () => {
      const { requestState } = await ask("city");
      const response = await call("city", { requestState, inputResponses: { city: answer } });
      const [[, told]] = (await outcomes(response)) as [[string, { action: string; content?: unknown }]];
      if (typeof expected === "object") assert.deepEqual(told, expected);
      else assert.deepEqual([told.action, told.content], [expected, undefined]);
    });
  }

  test("that are answered too late have timed out", async () => {
    const { requestState } = await ask("quick");
    await new Promise((resolve) => setTimeout(resolve, 1_010));
    const response = await call("quick", { requestState, inputResponses: { quick: accept({ city: "Bern" }) } });
    assert.deepEqual(await outcomes(response), [["quick", { action: "timeout" }]]);
  });

  test("in URL mode have no content", async () => {
    const { requestState, requests } = await ask("page");
    assert.deepEqual(requests["page"]!.params, {
      mode: "url",
      message: "Tell me page",
      url: "https://shop.example/pay",
    });
    const response = await call("page", { requestState, inputResponses: { page: accept({ city: "Bern" }) } });
    assert.deepEqual(await outcomes(response), [["page", { action: "accept" }]]);
  });

  test("that are answered in part are asked for the rest", async () => {
    const first = await ask("both");
    const told = await result(
      await call("both", { requestState: first.requestState, inputResponses: { a: { action: "decline" } } }),
    );
    assert.deepEqual(Object.keys(told["inputRequests"] as object), ["b"]);
    const { requestState } = told as unknown as { requestState: string };
    const response = await call("both", { requestState, inputResponses: { a: accept({}), b: { action: "cancel" } } });
    assert.deepEqual(await outcomes(response), [
      ["a", { action: "decline" }],
      ["b", { action: "cancel" }],
    ]);
  });

  test("that come back without answers are asked again", async () => {
    const { requestState } = await ask("city");
    for (const more of [{ requestState }, { requestState, inputResponses: { other: { action: "decline" } } }])
      assert.equal((await result(await call("city", more)))["resultType"], "input_required");
  });

  test("are not asked of a client that cannot show them", async () => {
    for (const capabilities of [{}, { elicitation: null }, { elicitation: true }]) {
      const told = await result(
        await call("city", {}, {}, { "io.modelcontextprotocol/clientCapabilities": capabilities }),
      );
      assert.deepEqual(told["content"], [{ type: "text", text: "cannot ask" }]);
    }
    await call("city", {}, {}, { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } });
    assert.deepEqual(worker.calls.at(-1)?.mcp?.asks, { form: true, url: false, lists: true });
  });

  describe("a state", () => {
    const answers = { inputResponses: { city: { action: "accept", content: { city: "Bern" } } } };
    const invalid = async (response: Response, message: RegExp) => {
      const calls = worker.calls.length;
      const body: RpcBody = await refused(response, 200, -32602);
      assert.match(body.error?.message ?? "", message);
      return calls;
    };

    test("that was answered is refused when it comes again, whatever the answers are", async () => {
      const { requestState } = await ask("city");
      await call("city", { requestState, ...answers });
      const before = worker.calls.length;
      for (const inputResponses of [answers.inputResponses, { city: { action: "decline" } }])
        await invalid(await call("city", { requestState, inputResponses }), /answered before/);
      assert.equal(worker.calls.length, before);
      assert.equal(worker.records.at(-1)?.status, "rejected");
    });

    test("that is forged or changed is refused", async () => {
      const { requestState } = await ask("city");
      const bytes = Buffer.from(requestState, "base64url");
      const flipped = (at: number) => {
        const copy = Buffer.from(bytes);
        copy[at]! ^= 1;
        return copy.toString("base64url");
      };
      const ofOther = createSealer(["another-token"], "mcp-questions").seal("{}", "");
      const forged = [
        "",
        "x",
        "{}",
        5,
        null,
        [requestState],
        flipped(0),
        flipped(20),
        flipped(bytes.length - 1),
        ofOther,
      ];
      const before = worker.calls.length;
      for (const one of [...forged, `${requestState}=`, requestState.slice(4), `${requestState}AAAA`])
        await invalid(await call("city", { requestState: one, ...answers }), /does not belong to this call/);
      assert.equal(worker.calls.length, before);
    });

    test("is refused with other arguments, at another tool, and for another caller", async () => {
      const { requestState } = await ask("city", { order: 1 });
      const more = { requestState, ...answers };
      const before = worker.calls.length;
      await invalid(await call("city", more, { order: 2 }), /does not belong/);
      await invalid(await call("city", more), /does not belong/);
      await invalid(await call("both", more, { order: 1 }), /does not belong/);
      assert.equal(worker.calls.length, before);
      assert.deepEqual(await outcomes(await call("city", more, { order: 1 })), [
        ["city", { action: "accept", content: { city: "Bern" } }],
      ]);
    });

    test("with answers that are no object is refused", async () => {
      const { requestState } = await ask("city");
      await invalid(await call("city", { requestState, inputResponses: [] }), /not an object/);
    });

    test("is refused after a deployment", async () => {
      const { requestState } = await ask("city");
      const calls = worker.calls.length;
      await worker.deploy([...functions, { name: "more", code: "more" }]);
      await until("the new version is served", async () => {
        const body = await bodyOf(await call("more"));
        return body.result !== undefined;
      });
      const response = await call("city", { requestState, ...answers });
      const { error } = await bodyOf(response);
      // The feed of this test does not name deployments apart, so only the artifact may differ.
      assert.ok(error === undefined || /deployed/.test(error.message));
      assert.ok(worker.calls.length > calls);
    });
  });
});

describe("a sealed state", () => {
  const sealer = createSealer(["one", "two"], "test");
  const admitted = {
    endpoint: { id: "end_1", environment: "development", preview: null },
    deploymentId: "dep_1",
    tenantId: "default",
    caller: { kind: "api-key", id: "key_1", name: null },
  };
  const bound = (over: object = {}, admittedOver: object = {}) =>
    ({
      admitted: { ...admitted, ...admittedOver },
      bindingId: "bnd_1",
      revision: "2026-07-28",
      method: "tools/call",
      target: "city",
      input: { a: 1 },
      ...over,
    }) as never;
  const state = { round: 1, steps: [step("a", 1)], open: [asked("city")] };
  const sealed = sealState(sealer, bound(), state)!;
  const problem = (opened: object) => ("problem" in opened ? String(opened.problem) : null);

  test("opens for the same call, on every worker with one of the tokens", () => {
    const opened = openState(createSealer(["zero", "one"], "test"), bound(), sealed);
    assert.equal(problem(opened), null);
    assert.deepEqual((opened as { steps: unknown }).steps, state.steps);
    assert.equal(problem(openState(sealer, bound({ input: { a: 1 } }), sealed)), null);
  });

  for (const [title, over, admittedOver] of [
    ["revision", { revision: "2025-11-25" }],
    ["method", { method: "prompts/get" }],
    ["target", { target: "town" }],
    ["binding", { bindingId: "bnd_2" }],
    ["argument", { input: { a: 2 } }],
    ["tenant", {}, { tenantId: "other" }],
    ["caller", {}, { caller: { ...admitted.caller, id: "key_2" } }],
    ["kind of caller", {}, { caller: { ...admitted.caller, kind: "user" } }],
    ["subject", {}, { caller: { ...admitted.caller, subject: "anna" } }],
    ["client", {}, { caller: { ...admitted.caller, clientId: "app" } }],
    ["endpoint", {}, { endpoint: { ...admitted.endpoint, id: "end_2" } }],
    ["environment", {}, { endpoint: { ...admitted.endpoint, environment: "production" } }],
    ["preview", {}, { endpoint: { ...admitted.endpoint, preview: { id: "pvw_1" } } }],
  ] as [string, object, object?][]) {
    test(`does not open for another ${title}`, () => {
      assert.match(problem(openState(sealer, bound(over, admittedOver), sealed)) ?? "", /does not belong/);
    });
  }

  test("does not open after a deployment, or after its time", (t) => {
    assert.match(problem(openState(sealer, bound({}, { deploymentId: "dep_2" }), sealed)) ?? "", /deployed/);
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() + stateMs + 1 });
    assert.match(problem(openState(sealer, bound(), sealed)) ?? "", /expired/);
  });

  test("is not made for a call that asks without end, or keeps too much", () => {
    assert.equal(sealState(sealer, bound(), { ...state, round: 21 }), null);
    assert.equal(sealState(sealer, bound(), { ...state, steps: [step("a", "x".repeat(1_100_000))] }), null);
  });

  test("costs the worker nothing while ten thousand of them are open", () => {
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 10_000; at += 1) sealState(sealer, bound({ input: at }), state);
    global.gc?.();
    assert.ok(process.memoryUsage().heapUsed - before < 64 * 1_048_576);
  });
});

test("legacy requests know nothing of states", async () => {
  await using worker = await startTestWorker({ functions, behaviours });
  const body = await bodyOf(
    await worker.post(legacy("tools/call", { name: "plain", arguments: {}, requestState: "x", inputResponses: 5 })),
  );
  assert.ok(body.result !== undefined);
});
