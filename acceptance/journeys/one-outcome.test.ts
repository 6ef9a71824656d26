import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Client } from "@ferrule/contract/client.ts";
import { createEndpoint, createFunction, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { shareTestPlatform, type TestPlatform } from "../platform.ts";

const lies = `/** Answers something else than it promises. */
export default function lies(input: { n?: number }): { n: number } {
  return JSON.parse(input.n === undefined ? '{"n":"text"}' : JSON.stringify({ n: input.n })) as { n: number };
}`;
const nothing = "/** Takes nothing. */ export default () => ({ fine: true });";
const page = `/** A page, or a file. */
export default function page(input: { file?: boolean }) {
  if (input.file === true) return new Blob(["a,b"], { type: "text/csv" });
  return new Response("<p>hi</p>", { status: 203, headers: { "content-type": "text/html", nel: "{}", "x-total-count": "1" } });
}`;

describe("a Function, whoever calls it", () => {
  let platform: TestPlatform;
  let client: Client;
  let url: string;
  let key: string;
  let mcp: McpClient;
  const ids: Record<string, string> = {};
  const failed = { status: "failed", code: "OUTPUT_INVALID", message: "output.n must be a number" };
  const endOf = ({ status, error }: { status: string; error: { code: string; message: string } | null }) => ({
    status,
    code: error?.code,
    message: error?.message,
  });

  before(async () => {
    platform = await shareTestPlatform();
    client = await platform.signInAsOwner();
    await openProject(client);
    const http = await createEndpoint(client, "http", "api");
    const tools = await createEndpoint(client, "mcp", "tools");
    url = http.urls.development;
    key = await issueKey(client, http.id);
    for (const [slug, source] of Object.entries({ lies, nothing, page })) {
      const functionId = (ids[slug] = await createFunction(client, slug, source));
      const body = { functionId, method: slug === "page" ? "GET" : "POST", path: `/${slug}` } as const;
      await client.createHttpBinding({ params: { endpointId: http.id }, body });
      await client.createMcpBinding({ params: { endpointId: tools.id }, body: { functionId, toolName: slug } });
    }
    // The workers know a new key within a second, and at the latest when the deployment is in force.
    const headers = { "x-api-key": await issueKey(client, tools.id) };
    await deploy(client);
    mcp = new McpClient({ name: "journey", version: "1" });
    // Its types are stricter than its code.
    await mcp.connect(new StreamableHTTPClientTransport(new URL(tools.urls.development), { requestInit: { headers } }));
  });
  after(async () => {
    await mcp?.close();
    await platform?.stop();
  });
  const post = (path: string, body: object) =>
    fetch(`${url}/${path}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("fails by its output schema in a call, a test, a replay and a cron alike", async () => {
    const called = await post("lies", {});
    assert.equal(called.status, 500);
    const execution = await executionOf(client, called.headers.get("x-request-id") ?? "");
    assert.deepEqual(endOf(execution), failed);
    const params = { functionId: ids["lies"] ?? "" };
    assert.deepEqual(endOf(await client.testFunction({ params, body: { input: {} } })), failed);
    assert.deepEqual(endOf(await client.replayExecution({ params: { executionId: execution.id } })), failed);
    const tool = await mcp.callTool({ name: "lies", arguments: {} });
    assert.equal(tool.isError, true);
    const body = {
      functionId: ids["lies"] ?? "",
      name: "lies",
      schedule: "0 0 1 1 *",
      environment: "development",
    } as const;
    const cron = await client.createCronBinding({ body });
    const run = await client.runCronBinding({ params: { cronBindingId: cron.id } });
    const ran = await eventually(async () => {
      const { items } = await client.listCronRuns({ params: { cronBindingId: cron.id } });
      return items.find(({ id, status }) => id === run.id && status === "failed");
    }, 15_000);
    assert.match(ran.reason ?? "", /OUTPUT_INVALID/);
  });

  test("takes null for an optional argument as left out, over MCP, HTTP and in a test", async () => {
    const answer = await post("lies", { n: null });
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "OUTPUT_INVALID");
    const tool = await mcp.callTool({ name: "nothing", arguments: {} });
    assert.deepEqual(tool.structuredContent, { fine: true });
    const five = await mcp.callTool({ name: "lies", arguments: { n: 5 } });
    assert.deepEqual(five.structuredContent, { n: 5 });
    const wrong = await mcp.callTool({ name: "lies", arguments: { n: null } });
    assert.doesNotMatch(JSON.stringify(wrong.content), /do not match/);
    const params = { functionId: ids["lies"] ?? "" };
    assert.deepEqual(endOf(await client.testFunction({ params, body: { input: { n: null } } })), failed);
  });

  test("is listed with properties and with its own description", async () => {
    const { tools } = await mcp.listTools();
    const listed = tools.find(({ name }) => name === "nothing");
    assert.deepEqual(listed?.inputSchema, { type: "object", properties: {}, additionalProperties: false });
    assert.equal(listed?.description, "Takes nothing.");
  });

  test("answers with a Response or a Blob", async () => {
    const headers = { "x-api-key": key };
    const answer = await fetch(`${url}/page`, { headers });
    assert.deepEqual([answer.status, await answer.text()], [203, "<p>hi</p>"]);
    assert.equal(answer.headers.get("content-type"), "text/html");
    assert.equal(answer.headers.get("x-total-count"), "1");
    assert.equal(answer.headers.get("nel"), null);
    const { logs } = await executionOf(client, answer.headers.get("x-request-id") ?? "");
    assert.match(JSON.stringify(logs), /Not sent.*nel/);
    const file = await fetch(`${url}/page?file=true`, { headers });
    assert.deepEqual([file.status, await file.text(), file.headers.get("content-type")], [200, "a,b", "text/csv"]);
    assert.deepEqual((await mcp.callTool({ name: "page", arguments: { file: true } })).content, [
      { type: "text", text: "a,b" },
    ]);
  });

  test("is typed by the schemas of the collections when it is checked and when it is built", async () => {
    const schema = { type: "object", properties: { total: { type: "number" } }, required: ["total"] };
    await client.createDataCollection({ body: { name: "orders", schema } });
    const typed = `import type { Context } from "ferrule";
export default async function sum(_input: {}, ctx: Context) {
  const { items } = await ctx.collection("orders").query();
  return { sum: items.reduce((sum, { data }) => sum + data.total, 0) };
}`;
    const functionId = await createFunction(client, "sum", typed);
    const check = async (source: string) => {
      const { valid, diagnostics, derived } = await client.validateFunction({
        params: { functionId },
        body: { source },
      });
      return { valid, derived, codes: diagnostics.map(({ code, severity }) => `${severity} ${code}`) };
    };
    const { valid, derived } = await check(typed);
    assert.equal(valid, true);
    assert.deepEqual(derived.outputSchema?.["properties"], { sum: { type: "number" } });
    const unknown = await check(typed.replace('"orders"', '"order"').replace("data.total", "Number(data.total)"));
    assert.ok(unknown.valid && unknown.codes.includes("warning COLLECTION_UNKNOWN"), unknown.codes.join());
    const wrong = await check(
      "import type { Context } from 'ferrule';\nexport default async (_i: {}, ctx: Context) => { await ctx.collection('orders').insert({ total: '3' }); return { a: 1 }; };",
    );
    assert.ok(wrong.valid && wrong.codes.includes("warning TS2322"), wrong.codes.join());
    await deploy(client);
  });
});
