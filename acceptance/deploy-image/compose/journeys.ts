import assert from "node:assert/strict";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { createFunction, deploy, executionOf, issueKey, offerGreetings, openProject } from "../../deploy.ts";
import { eventually } from "../../eventually.ts";

const sourceOf = (version: number) => `
import type { Context } from "ferrule";
/** Greets somebody. */
export default function greet(input: { name: string }, ctx: Context) {
  return { greeting: "Hello, " + input.name, version: ${version}, environment: ctx.environment };
}`;

interface Answer {
  version: number;
  requestId: string;
}

export interface Journey {
  client: Client;
  /** Calls the route in Production through the proxy. @throws when the status is not 200 */
  callRoute: () => Promise<Answer>;
  /** Lists and calls the tool in Production with the official client through the proxy. */
  callTool: () => Promise<Answer>;
}

async function callTool(url: string, key: string): Promise<Answer> {
  let requestId = "";
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { "x-api-key": key } },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      requestId = response.headers.get("x-request-id") ?? "";
      return response;
    },
  });
  const mcp = new McpClient({ name: "compose", version: "1.0.0" });
  await mcp.connect(transport);
  try {
    assert.deepEqual(
      (await mcp.listTools()).tools.map(({ name }) => name),
      ["greet"],
    );
    const { structuredContent } = await mcp.callTool({ name: "greet", arguments: { name: "Ada" } });
    return { ...(structuredContent as { version: number }), requestId };
  } finally {
    await mcp.close();
  }
}

async function callRoute(url: string, key: string): Promise<Answer> {
  const headers = { "x-api-key": key, "x-forwarded-for": "198.51.100.7" };
  const response = await fetch(`${url}/greetings/Ada`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return { ...(JSON.parse(text) as { version: number }), requestId: response.headers.get("x-request-id") ?? "" };
}

async function offer(client: Client, functionId: string) {
  const { mcp, http } = await offerGreetings(client, functionId);
  const callsOf = async (environment: Environment) => {
    const toolKey = await issueKey(client, mcp.id, { environment });
    const routeKey = await issueKey(client, http.id, { environment });
    return {
      callTool: () => callTool(mcp.urls[environment], toolKey),
      callRoute: () => callRoute(http.urls[environment], routeKey),
    };
  };
  return { development: await callsOf("development"), production: await callsOf("production") };
}

/** From a sign-in through the proxy to calls in Production, a release and a rollback. */
export async function goThroughJourneys(
  publicUrl: string,
  owner: { email: string; password: string },
): Promise<Journey> {
  const passed: string[] = [];
  const client = createClient({ baseUrl: publicUrl, cookies: "keep" });
  await client.login({ body: owner });
  assert.match(await (await fetch(publicUrl)).text(), /<div id="root"|<script/, "the console is served");
  passed.push("sign in");
  await openProject(client);
  const functionId = await createFunction(client, "greet", sourceOf(1));
  const { development, production } = await offer(client, functionId);
  await deploy(client);
  passed.push("create, deploy");
  /** Every worker and gateway behaves alike: this makes more calls than there are of both. */
  async function expectVersion(calls: typeof production, version: number): Promise<void> {
    await eventually(async () => ((await calls.callRoute()).version === version ? true : undefined), 10_000);
    for (let n = 0; n < 12; n += 1) assert.equal((await calls.callRoute()).version, version);
    assert.equal((await calls.callTool()).version, version);
  }
  await expectVersion(development, 1);
  passed.push("call by HTTP and MCP");
  for (const call of [development.callRoute, development.callTool]) {
    const { requestId } = await call();
    assert.equal((await executionOf(client, requestId)).status, "succeeded");
  }
  passed.push("find the executions");
  const completed = async (id: string) =>
    eventually(async () => {
      const { status, error } = await client.getDeployment({ params: { projectDeploymentId: id } });
      assert.ok(status !== "failed" && status !== "cancelled", JSON.stringify(error));
      return status === "completed" ? id : undefined;
    }, 60_000);
  const release = async () => {
    const [newest] = (await client.listDeployments({ query: { limit: 1 } })).items;
    const released = await client.releaseDeployment({ body: { projectDeploymentId: newest!.projectDeploymentId } });
    return completed(released.id);
  };
  const first = await release();
  await expectVersion(production, 1);
  await client.updateFunction({ params: { functionId }, body: { source: sourceOf(2) } });
  await deploy(client);
  await release();
  await expectVersion(production, 2);
  passed.push("release");
  await completed((await client.rollbackDeployment({ params: { projectDeploymentId: first } })).id);
  await expectVersion(production, 1);
  await expectVersion(development, 2);
  passed.push("roll back");
  process.stdout.write(`compose: ${passed.length} journeys through the proxy: ${passed.join("; ")}\n`);
  return { client, ...production };
}
