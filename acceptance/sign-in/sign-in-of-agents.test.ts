import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { ownerOfProject } from "../deploy.ts";
import { shareTestPlatform } from "../platform.ts";
import { rememberingProvider } from "./remembering-provider.ts";
import { consentRequestAt } from "./scripted-browser.ts";

const redirectUrl = "http://127.0.0.1:7777/callback";

describe("an agent that knows only the address of the management MCP server", () => {
  const platform = duringTests(shareTestPlatform);
  const owner = duringTests(() => ownerOfProject(platform));
  let projectId: string;

  before(async () => {
    projectId = (await owner.getMe({})).activeProject?.id ?? "";
    await owner.updateManagementServer({ body: { enabled: true } });
  });

  test("signs its person in, works in their name, renews, and stops when they end it", async () => {
    const { provider, held, lastAsked } = rememberingProvider({ redirectUrl });
    const url = new URL(`${platform.url}/mcp/ferrule`);
    const transport = () => new StreamableHTTPClientTransport(url, { authProvider: provider });
    const first = transport();
    await assert.rejects(new McpClient({ name: "signed-in", version: "1" }).connect(first), /Unauthorized/i);
    assert.equal(lastAsked().searchParams.get("scope"), "read write deploy release");
    assert.equal(lastAsked().searchParams.get("resource"), url.href);
    const request = await consentRequestAt(lastAsked(), "/consent/agent");
    const consent = await owner.getAgentConsent({ query: { request } });
    assert.equal(consent.client.name, "Journey");
    const body = { request, projectId, scopes: ["read" as const, "write" as const] };
    const { id: grantId, redirectUrl: back } = await owner.createAgentGrant({ body });
    await first.finishAuth(new URL(back).searchParams);

    const agent = new McpClient({ name: "signed-in", version: "1" });
    await agent.connect(transport());
    const { tools } = await agent.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes("write_function") && !names.includes("release"), names.join());
    const overview = () => agent.callTool({ name: "overview", arguments: {} });
    assert.ok((await overview()).structuredContent);

    const asked = held.asked.length;
    held.tokens = { ...held.tokens, access_token: "gone.gone.gone" };
    assert.ok((await overview()).structuredContent, "it renews by itself");
    assert.equal(held.asked.length, asked);

    await owner.deleteOauthGrant({ params: { grantId } });
    await assert.rejects(overview(), /Unauthorized/i);
    await agent.close();
  });
});
