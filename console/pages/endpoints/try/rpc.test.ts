import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf } from "./exchange.ts";
import { answerOf, headersOf, messageOf } from "./rpc.ts";

const version = "io.modelcontextprotocol/protocolVersion";

test("2026-07-28 carries its version in the message and the method in a header", () => {
  const message = messageOf("2026-07-28", 3, "tools/call", { name: "look up", arguments: { id: "é", n: 2 } });
  const { _meta } = message.params as { _meta: Record<string, unknown> };
  assert.equal(_meta[version], "2026-07-28");
  assert.deepEqual(_meta["io.modelcontextprotocol/clientCapabilities"], { elicitation: { form: {}, url: {} } });
  const schema = { properties: { id: { "x-mcp-header": "Order" }, n: { type: "integer" } } };
  assert.deepEqual(headersOf("2026-07-28", message, "k", schema), {
    "x-api-key": "k",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "look up",
    "mcp-param-order": "=?base64?w6k=?=",
  });
});

test("2025-11-25 says its version in a header alone", () => {
  const message = messageOf("2025-11-25", 1, "tools/list");
  assert.deepEqual(message, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = headersOf("2025-11-25", message, null);
  assert.equal(headers["mcp-protocol-version"], "2025-11-25");
  assert.ok(!("mcp-method" in headers) && !("x-api-key" in headers));
});

test("finds the answer behind progress in a stream, and an error that names no request", () => {
  const progress = { jsonrpc: "2.0", method: "notifications/progress", params: {} };
  const text = `event: message\ndata: ${JSON.stringify(progress)}\n\ndata: {"jsonrpc":"2.0","id":4,\ndata: "result":{"a":1}}\n\n`;
  assert.deepEqual(answerOf(eventsOf(text), 4), { jsonrpc: "2.0", id: 4, result: { a: 1 } });
  assert.equal(answerOf({ jsonrpc: "2.0", id: null, error: { code: 1, message: "no" } }, 4)?.error?.message, "no");
  assert.equal(answerOf("<html>", 4), null);
});
