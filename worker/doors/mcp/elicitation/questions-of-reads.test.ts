import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { AskedQuestion, Question } from "@ferrule/contract/mcp/questions/question.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { isEarly, legacyRevisions, modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { Invocation } from "../../../running/sandbox/call/invocation.ts";
import { messagesOf } from "../../../testing/messages-of.ts";
import { offered } from "../../../testing/offered.ts";
import { bodyOf, legacy, modern, refused } from "../../../testing/rpc.ts";
import { outcome } from "../../../testing/stand-in.ts";
import { startTestWorker } from "../../../testing/test-worker.ts";

const question: Question = {
  message: "Which year?",
  schema: { type: "object", properties: { year: { type: "integer" } }, required: ["year"] },
  timeoutMs: 60_000,
};
const asked: AskedQuestion = { key: "year", asked: JSON.stringify(question), question };

/** Asks for a year, if the client can be asked, and returns what came of it. */
function ask({ mcp, entry }: Invocation) {
  if (entry === "complete") return [mcp?.asks === undefined ? "cannot ask" : "can ask"];
  if (mcp?.asks === undefined) return "cannot ask";
  const known = mcp.steps?.find(({ key }) => key === asked.key);
  if (known === undefined) return outcome({ kind: "asked", questions: [asked], steps: [] });
  return (JSON.parse(known.value) as { outcome: { content: { year: number } } }).outcome.content.year.toString();
}

const anything = { type: "object", properties: { id: { type: "string" } } };
const tool = { enabled: false };
const functions = ["report", "reports", "brief"].map((name) => ({
  name,
  code: name,
  asks: true as const,
  completes: true as const,
  inputSchema: anything,
  tool,
}));
const { endpoint, contents } = offered(
  [
    { name: "report", uri: "docs://report" },
    { name: "reports", uri: "docs://reports/{id}" },
  ],
  [{ name: "brief", arguments: [{ name: "id", required: false }] }],
);
const options = {
  functions,
  behaviours: { report: ask, reports: ask, brief: ask },
  endpoint,
  contents,
};
const answer = { action: "accept", content: { year: 2026 } };
const textIn = (result: unknown) => /"text":"([^"]*)"/.exec(JSON.stringify(result))?.[1];

describe("a resource or a prompt asks", () => {
  const one = duringTests(() => startTestWorker({ ...options, settings: { workerId: "worker-one" } }));
  const other = duringTests(() => startTestWorker({ ...options, settings: { workerId: "worker-two" } }));

  before(() => {
    other.feed.questions = one.feed.questions;
  });

  const requests = [
    ["resources/read", { uri: "docs://report" }],
    ["resources/read", { uri: "docs://reports/7" }],
    ["prompts/get", { name: "brief", arguments: { id: "7" } }],
  ] as const;
  const canAsk = { "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
  const send = (method: string, params: Record<string, unknown>, capabilities: object = canAsk) =>
    one.post(...modern(method, params, capabilities as Record<string, unknown>));
  const resultOf = async (response: Response) => (await bodyOf(response)).result as unknown as Record<string, unknown>;
  const state = async (method: string, params: object) => {
    const result = await resultOf(await send(method, { ...params }));
    assert.equal(result["resultType"], "input_required", JSON.stringify(result));
    return result["requestState"];
  };

  for (const [method, params] of requests) {
    const named = `${method} of ${Object.values(params)[0]}`;
    test(`questions.reads: ${named} at ${modernRevision} asks in its result`, async () => {
      const { inputRequests, requestState } = await resultOf(await send(method, params));
      assert.deepEqual(inputRequests, {
        year: {
          method: "elicitation/create",
          params: { mode: "form", message: question.message, requestedSchema: question.schema },
        },
      });
      const told = await resultOf(await send(method, { ...params, requestState, inputResponses: { year: answer } }));
      assert.equal(told["resultType"], "complete");
      assert.equal(textIn(told), "2026");
      const again = await send(method, { ...params, requestState, inputResponses: { year: answer } });
      assert.match((await refused(again, 200, -32602)).error?.message ?? "", /answered before/);
    });

    test(`questions.reads: ${named} asks no client that cannot show it`, async () => {
      const told = await resultOf(await send(method, params, {}));
      assert.equal(textIn(told), "cannot ask");
    });

    for (const revision of legacyRevisions) {
      const asks = !isEarly(revision);
      test(`questions.reads: ${named} at ${revision} ${asks ? "asks on its stream" : "does not ask"}`, async () => {
        const hello = {
          protocolVersion: revision,
          capabilities: { elicitation: {} },
          clientInfo: { name: "t", version: "1" },
        };
        const began = await one.post(legacy("initialize", hello));
        await began.text();
        const session = began.headers.get("mcp-session-id");
        assert.equal(session === null, !asks);
        const accept = "application/json, text/event-stream";
        const headers = { "mcp-protocol-version": revision, accept, "mcp-session-id": session ?? undefined };
        const response = await one.post(legacy(method, params, 7), headers);
        if (!asks) return assert.equal(textIn(await resultOf(response)), "cannot ask");
        const messages = messagesOf(response);
        const { value: request } = await messages.next();
        assert.equal(request?.["method"], "elicitation/create");
        const posted = await other.post({ jsonrpc: "2.0", id: request?.["id"], result: answer }, headers);
        assert.equal(posted.status, 202);
        const { value: last } = await messages.next();
        assert.equal(last?.["id"], 7);
        assert.equal(textIn(last?.["result"]), "2026");
      });
    }
  }

  test("questions.reads: a state belongs to its method, its URI and its arguments", async () => {
    const responses = { inputResponses: { year: answer } };
    const ofReport = await state(...requests[0]);
    const ofSeven = await state(...requests[1]);
    const ofBrief = await state(...requests[2]);
    for (const [method, params] of [
      ["resources/read", { uri: "docs://report", requestState: ofSeven }],
      ["resources/read", { uri: "docs://reports/8", requestState: ofSeven }],
      ["resources/read", { uri: "docs://reports/%37", requestState: ofSeven }],
      ["prompts/get", { name: "brief", arguments: { id: "7" }, requestState: ofSeven }],
      ["prompts/get", { name: "brief", arguments: { id: "8" }, requestState: ofBrief }],
      ["prompts/get", { name: "brief", requestState: ofBrief }],
      ["resources/read", { uri: "docs://report", requestState: `${String(ofReport)}A` }],
    ] as const) {
      const { error } = await refused(await send(method, { ...params, ...responses }), 200, -32602);
      assert.match(error?.message ?? "", /does not belong to this call/);
    }
  });

  test("questions.reads: completion never asks", async () => {
    const params = { ref: { type: "ref/prompt", name: "brief" }, argument: { name: "id", value: "" } };
    const { completion } = await resultOf(await send("completion/complete", params));
    assert.deepEqual(completion, { values: ["cannot ask"], total: 1, hasMore: false });
  });
});
