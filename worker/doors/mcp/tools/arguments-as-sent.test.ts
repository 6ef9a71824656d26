import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { keyValue } from "../../../testing/deployed.ts";
import { bodyOf, legacy } from "../../../testing/rpc.ts";
import { internalToken, startTestWorker } from "../../../testing/test-worker.ts";

const inputSchema = {
  type: "object",
  properties: {
    count: { type: "integer", maximum: 10 },
    tags: { type: "array", items: { type: "string" } },
    login: { type: "object", properties: { user: { type: "string" }, password: { type: "string", writeOnly: true } } },
  },
  additionalProperties: false,
};

test("arguments reach the Function as they are meant, and the record holds what was sent", async () => {
  await using worker = await startTestWorker({
    functions: [{ name: "take", code: "take", inputSchema, route: "POST /take" }],
    behaviours: { take: (_call, input) => input },
  });
  const call = async (given: unknown) => {
    worker.records.length = 0;
    const answer = await worker.post(legacy("tools/call", { name: "take", arguments: given }), {
      "mcp-protocol-version": "2025-11-25",
    });
    return (await bodyOf(answer)).result;
  };
  const sent = { count: "5", tags: '["a",1]', login: '{"user":"ada","password":"hunter2"}' };
  const taken = { count: 5, tags: ["a", "1"], login: { user: "ada", password: "hunter2" } };
  assert.deepEqual((await call(sent))?.["structuredContent"], taken);
  assert.deepEqual(worker.records[0]?.input, { ...sent, login: "[masked]" });

  const tooMuch = await call({ count: "11" });
  assert.equal(tooMuch?.["isError"], true);
  assert.match(JSON.stringify(tooMuch), /count: must be an integer/);
  assert.deepEqual((await call({ count: 5 }))?.["structuredContent"], { count: 5 });

  const whole = await call(JSON.stringify({ count: 5 }));
  assert.deepEqual(whole?.["structuredContent"], { count: 5 });
  assert.equal(worker.records[0]?.input, "[masked]");
  const body = JSON.stringify({ count: "5" });
  const http = await worker.fetch("/http/development/one/api/take", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  assert.equal(http.status, 400);
});

test("an endpoint that ignores unknown arguments leaves out those that the tool does not know, at the root alone", async () => {
  const schema = { ...inputSchema, required: ["count"] };
  const open = { type: "object", properties: { a: { type: "integer" } } };
  const functions = [
    { name: "take", code: "take", inputSchema: schema },
    { name: "open", code: "open", inputSchema: open },
  ];
  const behaviours = {
    take: (_call: unknown, input: unknown) => input,
    open: (_call: unknown, input: unknown) => input,
  };
  await using worker = await startTestWorker({ functions, behaviours, endpoint: { unknownArguments: "ignore" } });
  const call = async (name: string, given: unknown) => {
    worker.records.length = 0;
    const headers = { "mcp-protocol-version": "2025-11-25" };
    return (await bodyOf(await worker.post(legacy("tools/call", { name, arguments: given }), headers))).result;
  };
  const sent = { count: "5", sessionId: "s", toolCallId: { a: 1 }, __proto: 1 };
  assert.deepEqual((await call("take", sent))?.["structuredContent"], { count: 5 });
  assert.deepEqual(worker.records[0]?.input, sent);
  assert.match(JSON.stringify(await call("take", { sessionId: "s" })), /count: is required/);
  assert.deepEqual((await call("open", { a: 1, more: 2 }))?.["structuredContent"], { a: 1, more: 2 });
});

test("an endpoint that ignores unknown arguments keeps what an open alternative takes, for the official client", async () => {
  const alternative = (kind: string, properties: object, more: object = {}) => ({
    type: "object",
    properties: { kind: { const: kind }, ...properties },
    required: ["kind"],
    ...more,
  });
  const inputSchema = {
    type: "object",
    anyOf: [
      alternative("a", {}, { additionalProperties: false }),
      alternative("b", { count: { type: "integer" } }, { required: ["kind", "count"] }),
    ],
  };
  await using worker = await startTestWorker({
    functions: [{ name: "take", code: "take", inputSchema }],
    behaviours: { take: (_call, input) => input },
    endpoint: { unknownArguments: "ignore" },
  });
  const client = new Client({ name: "official", version: "1.0.0" });
  const requestInit = { headers: { "x-api-key": keyValue, "x-internal-token": internalToken } };
  await client.connect(new StreamableHTTPClientTransport(new URL(worker.mcpUrl), { requestInit }));
  try {
    const call = async (given: Record<string, unknown>) =>
      (await client.callTool({ name: "take", arguments: given })).structuredContent;
    assert.deepEqual(await call({ kind: "b", count: "5", extra: 1 }), { kind: "b", count: 5, extra: 1 });
    assert.deepEqual(await call({ kind: "a", extra: 1 }), { kind: "a" });
  } finally {
    await client.close();
  }
});
