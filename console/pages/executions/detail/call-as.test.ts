import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { httpCurl, mcpCurl, mcpMessage, testCurl } from "./call-as.ts";

describe("a call as a command", () => {
  test("a tool, with the input as its arguments, and quotes that a shell reads as they are", () => {
    const command = mcpCurl("https://f.example/mcp/development/p/e", {
      kind: "tool",
      name: "greet",
      input: { name: "O'Neil" },
    });
    assert.match(command, /^curl -s 'https:\/\/f\.example\/mcp\/development\/p\/e'/);
    assert.ok(command.includes(String.raw`"arguments":{"name":"O'\''Neil"}`), command);
    assert.ok(command.includes('"x-api-key: $FERRULE_KEY"'), "the key stays out of it");
  });

  test("an input that is no object calls a tool without arguments", () => {
    assert.deepEqual(mcpMessage({ kind: "tool", name: "greet", input: null }).params, { name: "greet", arguments: {} });
  });

  test("a resource is read by its URI, and a prompt is got with its arguments", () => {
    assert.deepEqual(mcpMessage({ kind: "resource", uri: "docs://a?b=c" }), {
      jsonrpc: "2.0",
      id: 1,
      method: "resources/read",
      params: { uri: "docs://a?b=c" },
    });
    const { method, params } = mcpMessage({ kind: "prompt", name: "review", input: { orderId: "7" } });
    assert.deepEqual([method, params], ["prompts/get", { name: "review", arguments: { orderId: "7" } }]);
  });

  test("a route takes what its path names from the input, and the rest as the query", () => {
    const command = httpCurl(
      "https://f.example/http/x",
      { method: "GET", path: "/orders/{id}" },
      { id: "a/1", full: true },
    );
    assert.ok(command.startsWith("curl -s 'https://f.example/http/x/orders/a%2F1?full=true'"), command);
    assert.ok(!command.includes("-d "));
  });

  test("a route with a body sends the rest in it", () => {
    const command = httpCurl(
      "https://f.example/http/x",
      { method: "PUT", path: "/orders/{id}" },
      { id: 7, state: "paid" },
    );
    assert.ok(command.startsWith("curl -s -X PUT 'https://f.example/http/x/orders/7'"), command);
    assert.ok(command.includes(`-d '{"state":"paid"}'`));
  });

  test("a test goes to the management API with a token", () => {
    const command = testCurl("https://f.example", "fn_1", {
      input: 1,
      environment: "development",
      tenantId: "default",
    });
    assert.ok(command.includes("/api/functions/fn_1/test") && command.includes("Bearer $FERRULE_TOKEN"));
  });
});
