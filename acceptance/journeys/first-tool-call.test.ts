import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as McpClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { createFunction, deploy, executionOf, issueKey, offerGreetings, ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { verifies } from "../verifies.ts";

const source = `
import { FunctionError, type Context } from "ferrule";
interface Input {
  /** Whom to greet. @minLength 1 */
  name: string;
  /** How often. @minimum 1 @maximum 3 */
  times?: number;
}
/** Greets somebody. A second sentence. */
export default async function greet(input: Input, ctx: Context) {
  ctx.log.info("greeting", { name: input.name, password: "hunter2-hunter2" });
  if (input.name === "nobody") throw new FunctionError("NOBODY", "There is nobody to greet.", { status: 422 });
  return { greeting: "Hello, " + input.name + "!".repeat(input.times ?? 1), tenant: ctx.tenantId, environment: ctx.environment };
}
`;

describe("from an empty installation to a tool call", () => {
  const platform = duringTests(shareTestPlatform);
  const client = duringTests(() => ownerOfProject(platform));
  let mcpUrl: string;
  let httpUrl: string;
  let mcpKey: string;
  let httpKey: string;

  before(async () => {
    const functionId = await createFunction(client, "greet", source);
    const { mcp, http } = await offerGreetings(client, functionId, 203);
    mcpKey = await issueKey(client, mcp.id, { tenantId: "acme" });
    httpKey = await issueKey(client, http.id);
    mcpUrl = mcp.urls.development;
    httpUrl = http.urls.development;
    await deploy(client);
  });

  test("the current SDK client lists the tool, calls it, and the call is found by its request id", async () => {
    verifies(
      "mcp.post",
      "mcp.headers",
      "mcp.methods",
      "mcp.found-by-request-id",
      "mcp.appears-after",
      "request-id.everywhere",
    );
    const requestIds: string[] = [];
    const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), {
      requestInit: { headers: { "x-api-key": mcpKey } },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        requestIds.push(response.headers.get("x-request-id") ?? "");
        return response;
      },
    });
    const mcp = new McpClient({ name: "journey", version: "1.0.0" });
    await mcp.connect(transport);
    const { tools } = await mcp.listTools();
    assert.deepEqual(
      tools.map((tool) => tool.name),
      ["greet"],
    );
    assert.deepEqual(tools[0]?.inputSchema.required, ["name"]);
    const result = await mcp.callTool({ name: "greet", arguments: { name: "Ada", times: 2 } });
    assert.deepEqual(result.structuredContent, {
      greeting: "Hello, Ada!!",
      tenant: "acme",
      environment: "development",
    });
    const execution = await executionOf(client, requestIds.at(-1) ?? "");
    assert.equal(execution.status, "succeeded");
    assert.equal(execution.source, "mcp");
    assert.equal(execution.tenantId, "acme");
    assert.deepEqual(execution.input, { name: "Ada", times: 2 });
    verifies("executions.masked");
    assert.ok(!JSON.stringify(execution).includes("hunter2"), "a field named password is masked");
    assert.equal(execution.logs[0]?.message, "greeting");
    await mcp.close();
  });

  test("the v1 SDK client does the same", async () => {
    verifies("mcp.protocol-version");
    const transport = new TransportV1(new URL(mcpUrl), {
      requestInit: { headers: { authorization: `Bearer ${mcpKey}` } },
    });
    const mcp = new McpClientV1({ name: "journey", version: "1.0.0" });
    await mcp.connect(transport);
    const { tools } = await mcp.listTools();
    assert.equal(tools.length, 1);
    const result = await mcp.callTool({ name: "greet", arguments: { name: "Bola" } });
    assert.deepEqual(result.structuredContent, {
      greeting: "Hello, Bola!",
      tenant: "acme",
      environment: "development",
    });
    await mcp.close();
  });

  test("initialize with 2025-03-26 answers that revision without a session", async () => {
    const response = await fetch(mcpUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-api-key": mcpKey,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "curl", version: "1" } },
      }),
    });
    const answer = (await response.json()) as { id: number; result: { protocolVersion: string } };
    assert.equal(answer.id, 0);
    assert.equal(answer.result.protocolVersion, "2025-03-26");
    assert.equal(response.headers.get("mcp-session-id"), null);
  });

  test("the same Function answers over /http, and is found there too", async () => {
    verifies("http.routes", "functions.several-endpoints", "gateway.one-origin");
    const response = await fetch(`${httpUrl}/greetings/Ada?times=3`, {
      headers: { "x-api-key": httpKey, "x-request-id": "journey-http-1" },
    });
    assert.equal(response.status, 203);
    assert.equal(response.headers.get("x-request-id"), "journey-http-1");
    assert.deepEqual(await response.json(), {
      greeting: "Hello, Ada!!!",
      tenant: "default",
      environment: "development",
    });
    assert.match(response.headers.get("content-security-policy") ?? "", /^sandbox/);
    const execution = await executionOf(client, "journey-http-1");
    assert.equal(execution.source, "http");
    assert.deepEqual(execution.input, { name: "Ada", times: 3 });
  });

  test("arguments that do not fit the schema never reach the Function", async () => {
    verifies("mcp.arguments", "errors.sanitized");
    const response = await fetch(`${httpUrl}/greetings/Ada?times=9`, { headers: { "x-api-key": httpKey } });
    assert.equal(response.status, 400);
    const { error } = (await response.json()) as {
      error: { code: string; requestId: string; details: { issues: { path: string }[] } };
    };
    assert.equal(error.code, "INPUT_INVALID");
    assert.equal(error.requestId, response.headers.get("x-request-id"));
    assert.match(error.details.issues[0]?.path ?? "", /times/);
    assert.equal((await executionOf(client, error.requestId)).status, "rejected");
  });

  test("a FunctionError reaches the caller as the Function meant it", async () => {
    const response = await fetch(`${httpUrl}/greetings/nobody`, { headers: { "x-api-key": httpKey } });
    assert.equal(response.status, 422);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    assert.deepEqual([error.code, error.message], ["NOBODY", "There is nobody to greet."]);
  });

  test("a missing or wrong key is 401 and tells how", async () => {
    for (const headers of [{}, { "x-api-key": "fer_key_wrong" }, { "x-api-key": mcpKey }] as Record<string, string>[]) {
      const response = await fetch(`${httpUrl}/greetings/Ada`, { headers });
      assert.equal(response.status, 401);
      assert.ok(response.headers.get("www-authenticate"));
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, "API_KEY_INVALID");
    }
  });
});
