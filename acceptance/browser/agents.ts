import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { agentToken, connectAgent, type Agent } from "@ferrule/control-plane/doors/management/testing/connect-agent.ts";
import { deploy } from "../deploy.ts";
import { shareConsole, type TestConsole } from "./start-console.ts";

describe("what people do for agents", () => {
  let shown: TestConsole;
  let agent: Agent;
  let projectId: string;
  before(async () => {
    shown = await shareConsole("keeping");
    projectId = (await shown.client.getMe()).activeProject?.id ?? "";
  });

  const pathOf = (link: unknown) => {
    const { pathname, search } = new URL(String(link));
    return pathname + search;
  };
  const linkOf = ({ said }: { said: Record<string, unknown> }) => {
    assert.ok(said["confirm"], JSON.stringify(said));
    return pathOf((said["confirm"] as { link: string }).link);
  };

  test("an owner lets them in, and sees how a client connects", async () => {
    const page = await shown.open("/settings?tab=project");
    await page.getByText("Let agents work on this Project").click();
    const card = page.locator("section").filter({ hasText: "Let agents work on this Project" });
    await card.last().getByRole("button", { name: "Save" }).click();
    await page.getByText("The settings for agents were saved").waitFor();
    await page.getByText(`claude mcp add --transport http ferrule ${shown.url}/mcp/ferrule`).first().waitFor();
    await shown.check(page, "agents-card", true);
    agent = await connectAgent(shown.url, await agentToken(shown.client, { projectId }));
  });

  test("a person sees each change of a release on a phone, and confirms it", async () => {
    await shown.client.createFunction({ body: { slug: "for-release", source: "export default () => 1;" } });
    const { id: deployment } = await deploy(shown.client);
    const { said } = await agent.call("release", { deployment });
    // Production lacks what other tests have left in the drafts.
    const { details } = (said["error"] ?? {}) as { details?: { missingSecrets?: string[] } };
    const secrets = (details?.missingSecrets ?? []).map((name) => ({ name, environment: "production" as const }));
    const lent = await Promise.all(
      secrets.map((secret) => shown.client.createSecret({ body: { ...secret, value: "lent" } })),
    );
    const asked = await agent.call("release", { deployment });
    const page = await shown.open(linkOf(asked), { width: 360 });
    await page.getByRole("heading", { name: "Release to Production." }).waitFor();
    await page.getByText("In the name of").waitFor();
    await shown.check(page, "confirm-release", true);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.ok(!wide, "the page is wider than the screen");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByText("It is declined. Nothing happens.").waitFor();
    for (const { id: secretId } of lent) await shown.client.deleteSecret({ params: { secretId } });
  });

  test("a person sees a policy before and after, and the agent goes on once they have confirmed", async () => {
    await shown.client.createFunction({ body: { slug: "for-agents", source: "export default () => 1;" } });
    await agent.call("bind", { function: "for-agents", endpoint: "for-agents", tool: "try" });
    const { said } = await agent.call("set_policy", { endpoint: "for-agents" });
    const change = { endpoint: "for-agents", revision: said["revision"], change: { caller: { mode: "none" } } };
    const page = await shown.open(linkOf(await agent.call("set_policy", change)), { width: 360 });
    await page.getByText("Before", { exact: true }).waitFor();
    await page.getByText('{"mode":"none"}', { exact: true }).waitFor();
    await shown.check(page, "confirm-policy", true);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("It is confirmed. The agent can do it now, once.").waitFor();
    assert.ok((await agent.call("set_policy", change)).said["policy"]);
  });

  test("a person reads the names of what a deletion takes along, the first hundred and how many more", async () => {
    const { id: functionId } = await shown.client.createFunction({
      body: { slug: "to-go", source: "export default () => 1;" },
    });
    const { id: endpointId } = await shown.client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "to-go" } });
    for (let count = 1; count <= 102; count += 1) {
      const body = { functionId, toolName: `tool_${String(count).padStart(3, "0")}`, description: "A tool" };
      await shown.client.createMcpBinding({ params: { endpointId }, body });
    }
    const key = { name: "The shop", environment: "development" as const };
    await shown.client.createApiKey({ params: { endpointId }, body: key });
    const page = await shown.open(linkOf(await agent.call("delete", { kind: "endpoint", name: "to-go" })), {
      width: 360,
    });
    await page.getByRole("heading", { name: "Delete the endpoint to-go." }).waitFor();
    const tools = page.getByRole("region", { name: "Tools, resources and prompts" });
    await tools.getByText("tool_100").waitFor();
    await tools.getByText("and 2 more").waitFor();
    assert.equal(await tools.getByRole("listitem").count(), 100);
    await page.getByText("The shop (development)").waitFor();
    await shown.check(page, "confirm-deletion", true);
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByText("It is declined. Nothing happens.").waitFor();
    await shown.client.deleteRuntimeEndpoint({ params: { endpointId } });
    await shown.client.deleteFunction({ params: { functionId } });
  });

  test("the link for a secret names the Project, and opens the form with the name filled in", async () => {
    const { said } = await agent.call("request_secret", { name: "WEATHER_KEY", environment: "production" });
    const page = await shown.open(pathOf(said["link"]), { width: 360 });
    await page.getByText("Production", { exact: true }).first().waitFor();
    await shown.check(page, "secret-request", true);
    await page.getByRole("button", { name: "Enter its value" }).click();
    await page.getByRole("dialog").getByLabel("Name").waitFor();
    assert.equal(await page.getByRole("dialog").getByLabel("Name").inputValue(), "WEATHER_KEY");
    assert.equal(new URL(page.url()).searchParams.get("environment"), "production");
  });

  test("a program that signs its person in gets what they leave ticked", async () => {
    const redirectUri = "http://127.0.0.1:7/callback";
    const registered = await fetch(`${shown.url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [redirectUri], client_name: "Journey" }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const asked = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: "A".repeat(43),
      code_challenge_method: "S256",
      resource: `${shown.url}/mcp/ferrule`,
    });
    const page = await shown.open(`/oauth/authorize?${asked.toString()}`, { width: 360, load: true });
    await page.getByRole("heading", { name: "Journey wants to work on a Project" }).waitFor();
    await page.getByLabel("Release to Production").uncheck();
    await shown.check(page, "agent-consent", true);
    await page.route(`${redirectUri}*`, (route) => route.fulfill({ body: "done" }));
    await page.getByRole("button", { name: "Allow Journey" }).click();
    await page.waitForURL(`${redirectUri}*`);
    const { items } = await shown.client.listOauthGrants({ query: {} });
    assert.deepEqual(items[0]?.scopes, ["read", "write", "deploy"]);
    await agent[Symbol.asyncDispose]();
  });
});
