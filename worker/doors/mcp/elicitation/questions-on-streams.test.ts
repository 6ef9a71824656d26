import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AskedQuestion, Question } from "@ferrule/contract/mcp/questions/question.ts";
import type { Invocation } from "../../../running/sandbox/call/invocation.ts";
import { outcome } from "../../../testing/stand-in.ts";
import { messagesOf } from "../../../testing/messages-of.ts";
import { bodyOf, legacy } from "../../../testing/rpc.ts";
import { startTestWorker, until, type TestWorker } from "../../../testing/test-worker.ts";

type Json = Record<string, unknown>;

const schema = {
  type: "object",
  properties: {
    city: { type: "string", oneOf: [{ const: "b", title: "Bern" }], default: "b" },
    gift: { type: "boolean", default: true },
  },
};
const asked = (key: string, question: Partial<Question> = {}): AskedQuestion => {
  const whole = { message: `Tell me ${key}`, timeoutMs: 60_000, ...question };
  const full: Question = whole.url === undefined ? { schema, ...whole } : whole;
  return { key, asked: JSON.stringify(full), question: full };
};

const asking =
  (...questions: AskedQuestion[]) =>
  ({ mcp }: Invocation) => {
    if (mcp?.asks === undefined) return "cannot ask";
    const known = mcp.steps ?? [];
    const next = questions.filter(({ key }) => !known.some((one) => one.key === key));
    if (next.length === 0)
      return known.map(({ key, value }) => [key, (JSON.parse(value) as { outcome: unknown }).outcome]);
    return outcome({ kind: "asked", questions: next, steps: [] });
  };
const behaviours = {
  city: asking(asked("city")),
  both: asking(asked("a"), asked("b")),
  page: asking(asked("page", { url: "https://shop.example/pay" })),
  quick: asking(asked("quick", { timeoutMs: 1_000 })),
};
const functions = Object.keys(behaviours).map((name) => ({ name, code: name, asks: true as const }));

describe("questions on the stream of a call", () => {
  let one: TestWorker;
  let other: TestWorker;
  before(async () => {
    one = await startTestWorker({ functions, behaviours, settings: { workerId: "worker-one" } });
    other = await startTestWorker({ functions, behaviours, settings: { workerId: "worker-two" } });
    other.feed.questions = one.feed.questions;
  });
  after(async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  const headersAt = (revision: string, more: Record<string, string | undefined> = {}) => ({
    "mcp-protocol-version": revision,
    accept: "application/json, text/event-stream",
    ...more,
  });
  async function session(revision: string, capabilities: object, worker = one): Promise<string | null> {
    const params = { protocolVersion: revision, capabilities, clientInfo: { name: "t", version: "1" } };
    const response = await worker.post(legacy("initialize", params), { accept: headersAt(revision).accept });
    await response.text();
    return response.headers.get("mcp-session-id");
  }
  const everything = { elicitation: { form: {}, url: {} } };
  async function call(name: string, { revision = "2025-11-25", capabilities = everything, worker = one } = {}) {
    const id = (await session(revision, capabilities)) ?? undefined;
    const response = await worker.post(
      legacy("tools/call", { name, arguments: {} }, 7),
      headersAt(revision, { "mcp-session-id": id }),
    );
    return { response, messages: messagesOf(response), headers: headersAt(revision, { "mcp-session-id": id }) };
  }
  const next = async (messages: AsyncGenerator<Json>): Promise<Json> => {
    const { value, done } = await messages.next();
    assert.notEqual(done, true, "the stream has ended");
    return value as Json;
  };
  const answer = (id: unknown, result: unknown) => ({ jsonrpc: "2.0", id, result });
  const contentOf = (message: Json) =>
    JSON.parse((message["result"] as { content: { text: string }[] }).content[0]!.text) as unknown;

  for (const [revision, params] of [
    ["2025-11-25", { mode: "form", message: "Tell me city", requestedSchema: schema }],
    [
      "2025-06-18",
      {
        message: "Tell me city",
        requestedSchema: {
          type: "object",
          properties: {
            city: { type: "string", enum: ["b"], enumNames: ["Bern"] },
            gift: { type: "boolean", default: true },
          },
        },
      },
    ],
  ] as const) {
    test(`at ${revision} go to the client, and the answer may come to another worker`, async () => {
      const { response, messages, headers } = await call("city", { revision });
      assert.match(response.headers.get("content-type") ?? "", /event-stream/);
      const { id, method, params: sent } = await next(messages);
      assert.deepEqual([method, sent], ["elicitation/create", params]);
      const handed = one.feed.questions.handed();
      const posted = await other.post(answer(id, { action: "accept", content: { city: "b" } }), headers);
      assert.equal(posted.status, 202);
      const last = await next(messages);
      assert.equal(last["id"], 7);
      assert.deepEqual(contentOf(last), [["city", { action: "accept", content: { city: "b" } }]]);
      assert.equal(one.feed.questions.handed(), handed + 1);
      assert.deepEqual(
        one.records.slice(-2).map(({ questions, status }) => [status, questions?.map((q) => [q.name, q.outcome])]),
        [
          ["succeeded", [["city", null]]],
          ["succeeded", [["city", "accept"]]],
        ],
      );
    });
  }

  test("have the outcome that the client sends, at the worker that waits", async () => {
    for (const [result, action] of [
      [{ action: "decline" }, "decline"],
      [{ action: "cancel" }, "cancel"],
      [{ action: "accept", content: { city: "Basel" } }, "malformed"],
      [null, "malformed"],
    ] as const) {
      const { messages, headers } = await call("city");
      const { id } = await next(messages);
      assert.equal((await one.post(answer(id, result), headers)).status, 202);
      const [[, told]] = contentOf(await next(messages)) as [[string, { action: string }]];
      assert.equal(told.action, action);
    }
    const { messages, headers } = await call("city");
    const { id } = await next(messages);
    await other.post({ jsonrpc: "2.0", id, error: { code: -32603, message: "No." } }, headers);
    const [[, told]] = contentOf(await next(messages)) as [[string, { action: string }]];
    assert.equal(told.action, "malformed");
  });

  test("in URL mode have an id, and are sent only to clients that know the mode", async () => {
    const { messages, headers } = await call("page");
    const { id, params } = (await next(messages)) as { id: unknown; params: Record<string, unknown> };
    assert.deepEqual([params["mode"], params["url"]], ["url", "https://shop.example/pay"]);
    assert.match(String(params["elicitationId"]), /^ask_/);
    await one.post(answer(id, { action: "accept" }), headers);
    assert.deepEqual(contentOf(await next(messages)), [["page", { action: "accept" }]]);
    const earlier = await call("page", { revision: "2025-06-18" });
    await next(earlier.messages);
    assert.deepEqual(one.calls.at(-1)?.mcp?.asks, { form: true, url: false, lists: false });
  });

  test("may be several at once", async () => {
    const { messages, headers } = await call("both");
    const [first, second] = [await next(messages), await next(messages)];
    await other.post(answer(second["id"], { action: "cancel" }), headers);
    await one.post(answer(first["id"], { action: "decline" }), headers);
    assert.deepEqual(contentOf(await next(messages)), [
      ["a", { action: "decline" }],
      ["b", { action: "cancel" }],
    ]);
  });

  test("time out", async () => {
    const { messages } = await call("quick");
    await next(messages);
    assert.deepEqual(contentOf(await next(messages)), [["quick", { action: "timeout" }]]);
  });

  test("are forgotten when the client leaves", async () => {
    const { response, messages } = await call("city");
    await next(messages);
    const calls = one.calls.length;
    await response.body?.cancel().catch(() => undefined);
    await messages.return(undefined);
    await until("the call is recorded", () => one.calls.length === calls);
  });

  test("take only the first answer, of their own caller, to their own id", async () => {
    const { messages, headers } = await call("city");
    const { id } = await next(messages);
    const forged = [`${String(id)}A`, "ask_1", 5, null, String(id).slice(2)];
    for (const one_ of forged)
      assert.equal((await one.post(answer(one_, { action: "accept", content: { city: "b" } }), headers)).status, 202);
    await other.post(answer(id, { action: "decline" }), headers);
    const last = await next(messages);
    assert.deepEqual(contentOf(last), [["city", { action: "decline" }]]);
    assert.equal((await other.post(answer(id, { action: "cancel" }), headers)).status, 202);
    assert.equal((await one.post(answer(id, { action: "cancel" }), headers)).status, 202);
  });

  test("are not asked without a session of this caller, a stream, or a revision that knows them", async () => {
    const own = await session("2025-11-25", everything);
    assert.match(own ?? "", /^[\x21-\x7e]+$/);
    for (const headers of [
      headersAt("2025-11-25"),
      headersAt("2025-11-25", { "mcp-session-id": "1868a90c-3a4b" }),
      headersAt("2025-11-25", { "mcp-session-id": `${own!.slice(0, -2)}AA` }),
      headersAt("2025-11-25", { "mcp-session-id": own!, accept: "application/json" }),
      headersAt("2025-03-26", { "mcp-session-id": own! }),
    ]) {
      const body = await bodyOf(await one.post(legacy("tools/call", { name: "city", arguments: {} }), headers));
      assert.deepEqual((body.result as unknown as { content: unknown }).content, [
        { type: "text", text: "cannot ask" },
      ]);
    }
    for (const capabilities of [{}, { sampling: {} }, { elicitation: null }])
      assert.equal(await session("2025-11-25", capabilities), null);
    assert.equal(await session("2025-03-26", everything), null);
  });

  test("need no session where nothing asks", async () => {
    await using plain = await startTestWorker({ functions: [{ name: "plain", code: "plain" }] });
    assert.equal(await session("2025-11-25", everything, plain), null);
  });

  test("fifty at once, each answered at the other worker", async () => {
    const calls = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const [from, to] = at % 2 === 0 ? [one, other] : [other, one];
        const { messages, headers } = await call("city", { worker: from });
        const { id } = await next(messages);
        await to.post(answer(id, { action: "accept", content: { city: "b", gift: at % 3 === 0 } }), headers);
        return contentOf(await next(messages));
      }),
    );
    for (const [at, told] of calls.entries())
      assert.deepEqual(told, [["city", { action: "accept", content: { city: "b", gift: at % 3 === 0 } }]]);
  });

  test("end with their worker", async () => {
    const third = await startTestWorker({ functions, behaviours, settings: { workerId: "worker-three" } });
    const { messages } = await call("city", { worker: third });
    await next(messages);
    await third[Symbol.asyncDispose]();
    const last = await messages.next();
    const said = last.value as { result?: { isError?: boolean } } | undefined;
    assert.ok(last.done === true || said?.result?.isError === true);
  });
});
