import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createEndpoint, createFunction, deploy, issueKey, ownerOfProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareThreeWorkers } from "../platform.ts";

const source = `
import type { McpContext } from "ferrule";
/** Books a seat. */
export default async function book(input: { seat: number }, ctx: McpContext) {
  const held = await ctx.step("hold", () => ({ seat: input.seat, token: crypto.randomUUID() }));
  const [name, meal] = await Promise.all([
    ctx.mcp.elicit({ message: "Who travels on seat " + held.seat + "?", name: "who",
      schema: { type: "object", properties: { name: { type: "string", minLength: 1 } }, required: ["name"] } }),
    ctx.mcp.elicit({ message: "Which meal?", name: "meal",
      schema: { type: "object", properties: { meal: { type: "string", enum: ["none", "soup"] } }, required: ["meal"] } }),
  ]);
  if (name.action !== "accept" || meal.action !== "accept") return { seat: held.seat, actions: [name.action, meal.action] };
  return { seat: held.seat, name: name.content.name, meal: meal.content.meal };
}`;

type Json = Record<string, unknown>;

/** The messages of an event stream, one after another. */
async function* messagesOf(response: Response): AsyncGenerator<Json> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as Json;
    }
  }
}

/** This asks each worker directly, not through the gateway, so that the answer surely comes to another one. */
describe("a tool asks people over three workers", () => {
  const platform = duringTests(shareThreeWorkers);
  const owner = duringTests(() => ownerOfProject(platform));
  let url: string;
  let key: string;
  let otherKey: string;

  before(async () => {
    const functionId = await createFunction(owner, "book", source);
    const { id: endpointId, urls } = await createEndpoint(owner, "mcp", "tools");
    url = urls.development;
    const tool = { functionId, toolName: "book" };
    await owner.createMcpBinding({ params: { endpointId }, body: tool });
    key = await issueKey(owner, endpointId);
    otherKey = await issueKey(owner, endpointId);
    await deploy(owner);
  });

  const post = (worker: number, message: object, headers: Record<string, string>, apiKey = key) => {
    const { port } = platform.workers[worker % platform.workers.length]!.listening;
    return fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, {
      method: "POST",
      headers: {
        "x-internal-token": platform.internalApiToken,
        "x-api-key": apiKey,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  };
  const modernHeaders = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "book" };
  const modernCall = (worker: number, seat: number, more: object = {}, apiKey = key) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    const params = { name: "book", arguments: { seat }, _meta, ...more };
    return post(worker, { id: seat, method: "tools/call", params }, modernHeaders, apiKey);
  };
  const accept = (content: object) => ({ action: "accept", content });

  test("at 2026-07-28, fifty at once, each answered at another worker", async () => {
    const answers = Array.from({ length: 50 }, async (_, seat) => {
      const asked = ((await (await modernCall(seat, seat)).json()) as { result: Json }).result;
      assert.equal(asked["resultType"], "input_required", JSON.stringify(asked));
      const inputResponses = { who: accept({ name: `P${seat}` }), meal: accept({ meal: "soup" }) };
      const more = { requestState: asked["requestState"], inputResponses };
      const told = (await (await modernCall(seat + 1, seat, more)).json()) as { result: Json };
      assert.deepEqual(told.result["structuredContent"], { seat, name: `P${seat}`, meal: "soup" });
      return more;
    });
    const [used] = await Promise.all(answers);
    for (const [worker, seat, apiKey, message] of [
      [0, 0, key, /answered before/],
      [1, 0, key, /answered before/],
      [2, 0, key, /answered before/],
      [0, 1, key, /does not belong/],
      [1, 0, otherKey, /does not belong/],
    ] as const) {
      const { error } = (await (await modernCall(worker, seat, used, apiKey)).json()) as {
        error?: { message: string };
      };
      assert.match(error?.message ?? "", message);
    }
  });

  test("at 2025-11-25, fifty at once, each answered at another worker", async () => {
    const version = { "mcp-protocol-version": "2025-11-25" };
    const started = await post(
      0,
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: { elicitation: {} },
          clientInfo: { name: "t", version: "1" },
        },
      },
      {},
    );
    await started.text();
    const headers = { ...version, "mcp-session-id": started.headers.get("mcp-session-id") ?? "" };
    assert.notEqual(headers["mcp-session-id"], "");
    await Promise.all(
      Array.from({ length: 50 }, async (_, seat) => {
        const call = { id: seat, method: "tools/call", params: { name: "book", arguments: { seat } } };
        const messages = messagesOf(await post(seat, call, headers));
        for (const name of ["who", "meal"]) {
          const { value } = await messages.next();
          const { id, method, params } = value as { id: string; method: string; params: { message: string } };
          assert.equal(method, "elicitation/create", JSON.stringify(value));
          const content = params.message.startsWith("Who") ? { name: `P${seat}` } : { meal: "none" };
          const foreign = await post(seat + 2, { id, result: { action: "decline" } }, headers, otherKey);
          assert.equal(foreign.status, 202);
          assert.equal((await post(seat + 1, { id, result: accept(content) }, headers)).status, 202, name);
        }
        const { value } = await messages.next();
        const { result } = value as { result: { structuredContent: unknown } };
        assert.deepEqual(result.structuredContent, { seat, name: `P${seat}`, meal: "none" }, JSON.stringify(value));
      }),
    );
  });

  test("with an official client through the gateway, and the execution says what was asked", async () => {
    const client = new Client({ name: "t", version: "1" }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      params.message.startsWith("Who")
        ? { action: "accept" as const, content: { name: "Anna" } }
        : { action: "decline" as const },
    );
    const requestInit = { headers: { "x-api-key": key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const { structuredContent } = await client.callTool({ name: "book", arguments: { seat: 1_000 } });
    assert.deepEqual(structuredContent, { seat: 1_000, actions: ["accept", "decline"] });
    await client.close();
    const questions = await eventually(async () => {
      const { items } = await owner.listExecutions({ query: { limit: 100 } });
      for (const { id } of items) {
        const one = await owner.getExecution({ params: { executionId: id } });
        if (one.questions?.some(({ outcome }) => outcome === "decline")) return one.questions;
      }
      return undefined;
    }, 10_000);
    assert.deepEqual(
      questions.map(({ name, outcome, content }) => [name, outcome, content]),
      [
        ["who", "accept", { name: "Anna" }],
        ["meal", "decline", undefined],
      ],
    );
  });
});
