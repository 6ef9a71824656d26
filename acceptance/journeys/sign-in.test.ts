import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  Client as McpClient,
  CrossAppAccessProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as McpClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientProvider as ProviderV1 } from "@modelcontextprotocol/sdk/client/auth.js";
import type { Client } from "@ferrule/contract/client.ts";
import { startFakeProvider, type FakeProvider } from "@ferrule/control-plane/people/identity/testing/fake-provider.ts";
import { createEndpoint, createFunction, deploy, executionOf, issueKey, openProject } from "../deploy.ts";
import { aSecondMs, eventually } from "../eventually.ts";
import { startTestPlatform, type TestPlatform } from "../platform.ts";
import { startClientDocument, type ClientDocumentServer } from "../sign-in/client-document.ts";
import { rememberingProvider } from "../sign-in/remembering-provider.ts";
import { allow } from "../sign-in/scripted-browser.ts";

const source = `
import type { Context } from "ferrule";
/** Says who calls. */
export default async function whoami(input: {}, ctx: Context) {
  const { kind, issuer, subject, email, scopes, clientId } = ctx.caller;
  return { kind, issuer, subject, email, scopes, clientId, tenant: ctx.tenantId };
}
`;
const redirectUrl = "http://127.0.0.1:7777/callback";

describe("a client that knows only an endpoint's address", () => {
  let platform: TestPlatform;
  let document: ClientDocumentServer;
  let company: FakeProvider;
  let owner: Client;
  let person: Client;
  let endpointId: string;
  let httpEndpointId: string;
  let url: string;
  let httpUrl: string;

  before(async () => {
    document = await startClientDocument({ redirect_uris: [redirectUrl], client_name: "Journey by document" });
    company = await startFakeProvider();
    const EGRESS_ALLOW_PRIVATE = `${document.env["EGRESS_ALLOW_PRIVATE"]},${new URL(company.issuer).host}`;
    platform = await startTestPlatform({ workers: 2, env: { ...document.env, EGRESS_ALLOW_PRIVATE } });
    owner = await platform.signInAsOwner();
    await openProject(owner);
    person = await platform.signInAs("operator", owner);
    const functionId = await createFunction(owner, "whoami", source);
    const mcp = await createEndpoint(owner, "mcp", "tools");
    const http = await createEndpoint(owner, "http", "api");
    ({ id: endpointId } = mcp);
    ({ id: httpEndpointId } = http);
    url = mcp.urls.development;
    httpUrl = http.urls.development;
    for (const toolName of ["whoami", "delete_all"]) {
      const body = { functionId, toolName, description: "Says who calls.", annotations: { readOnlyHint: true } };
      await owner.createMcpBinding({ params: { endpointId }, body });
    }
    const route = { functionId, method: "GET" as const, path: "/me" };
    await owner.createHttpBinding({ params: { endpointId: http.id }, body: route });
    const scopes = [{ name: "admin:all", description: "Delete everything", targets: ["delete_all"] }];
    const caller = {
      mode: "oauth" as const,
      oauth: { registration: true, issuers: [company.issuer], ask: "when-needed" as const, scopes },
    };
    const body = { environment: "development" as const, caller };
    await owner.replaceAuthPolicy({ params: { endpointId }, body });
    await deploy(owner);
  });
  after(async () => {
    await platform?.stop();
    await document?.[Symbol.asyncDispose]();
    await company?.[Symbol.asyncDispose]();
  });

  /** Connects until the SDK wants its person to sign in, lets them, and connects again. */
  async function signIn(options: Parameters<typeof rememberingProvider>[0]) {
    const remembered = rememberingProvider(options);
    const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: remembered.provider });
    const first = transport();
    await assert.rejects(new McpClient({ name: "journey", version: "1" }).connect(first), /Unauthorized/i);
    const back = await allow(person, remembered.lastAsked());
    assert.equal(back.searchParams.get("state"), "state-of-the-journey");
    assert.equal(back.searchParams.get("iss"), new URL(url).origin);
    await first.finishAuth(back.searchParams);
    const mcp = new McpClient({ name: "journey", version: "1" });
    await mcp.connect(transport());
    return { mcp, ...remembered };
  }

  /** Several times, eight calls at once find that their access token no longer works. */
  async function callsAtOnce(
    callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>,
    { held }: Pick<ReturnType<typeof rememberingProvider>, "held">,
  ) {
    const asked = held.asked.length;
    for (let round = 0; round < 3; round += 1) {
      held.tokens = { ...held.tokens, access_token: "gone.gone.gone" };
      const calls = Array.from({ length: 8 }, () => callTool({ name: "whoami", arguments: {} }));
      for (const result of await Promise.all(calls))
        assert.ok((result as { structuredContent?: object }).structuredContent);
    }
    assert.equal(held.asked.length, asked);
  }

  const registered = async () => {
    const body = {
      use: "person" as const,
      name: "Fixed",
      environment: "development" as const,
      redirectUris: [redirectUrl],
    };
    return (await owner.createOauthClient({ params: { endpointId }, body })).id;
  };

  for (const [way, options] of Object.entries({
    "a client that registers itself": async () => ({ redirectUrl }),
    "a client with a metadata document": async () => ({ redirectUrl, documentUrl: document.url }),
    "a client that was registered before": async () => ({ redirectUrl, clientId: await registered() }),
  })) {
    test(`signs in by itself, calls a tool, and loses access when it is revoked: ${way}`, async () => {
      const { mcp, held } = await signIn(await options());
      const { tools } = await mcp.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ["delete_all", "whoami"],
      );
      const result = await mcp.callTool({ name: "whoami", arguments: {} });
      const { user } = await person.getMe();
      const { clientId, ...who } = result.structuredContent as Record<string, unknown>;
      assert.deepEqual(who, {
        kind: "jwt",
        issuer: new URL(url).origin,
        subject: user.id,
        email: user.email,
        scopes: ["call"],
        tenant: "default",
      });
      const { items } = await person.listOauthGrants({ query: {} });
      const grant = items.find(({ status, client }) => status === "active" && client.id === clientId);
      await person.deleteOauthGrant({ params: { grantId: grant?.id ?? "" } });
      const token = held.tokens?.access_token ?? "";
      // Enough requests that both workers have responded.
      await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => ping(token)));
        return answers.every(({ status }) => status === 401) ? true : undefined;
      }, aSecondMs);
    });
  }

  const ping = (token: string, to = url) =>
    fetch(to, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "whoami", arguments: {} } }),
    });

  test("a client of the company needs no consent page: the SDK brings an identity assertion of its provider", async () => {
    const { issuer, clientId: id, clientSecret } = company;
    const body = { name: "Acme", issuer, clientId: id, clientSecret, identityAssertions: true };
    await owner.createIdentityProvider({ body });
    const clientId = await registered();
    const authProvider = new CrossAppAccessProvider({
      clientId,
      clientSecret: "of the provider, and of no use here",
      expectedIssuer: new URL(url).origin,
      async assertion({ authorizationServerUrl: aud, resourceUrl: resource, scope }) {
        const now = Math.floor(Date.now() / 1_000);
        const claims = { iss: issuer, sub: "ada", aud, resource, client_id: clientId, scope, jti: `jag-${now}` };
        return company.sign({ ...claims, iat: now, exp: now + 60 }, { typ: "oauth-id-jag+jwt" });
      },
    });
    const mcp = new McpClient({ name: "journey", version: "1" });
    await mcp.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    const result = await mcp.callTool({ name: "whoami", arguments: {} });
    const { kind, issuer: by, subject, scopes } = result.structuredContent as Record<string, unknown>;
    assert.deepEqual([kind, by, subject, scopes], ["jwt", issuer, "ada", ["call"]]);
    await mcp.close();
  });

  test("the SDK of the first generation signs in too, and refreshes its token by itself", async () => {
    const remembered = rememberingProvider({ redirectUrl });
    const authProvider = remembered.provider as unknown as ProviderV1;
    const first = new TransportV1(new URL(url), { authProvider });
    const connect = (transport: TransportV1) => new McpClientV1({ name: "journey", version: "1" }).connect(transport);
    await assert.rejects(connect(first), /Unauthorized/i);
    const back = await allow(person, remembered.lastAsked());
    await first.finishAuth(back.searchParams.get("code") ?? "");
    const { tokens } = remembered.held;
    remembered.held.tokens = { ...tokens, access_token: "gone.gone.gone" };
    const mcp = new McpClientV1({ name: "journey", version: "1" });
    const second = new TransportV1(new URL(url), { authProvider });
    await mcp.connect(second);
    assert.equal(remembered.held.asked.length, 1);
    assert.notEqual(remembered.held.tokens?.refresh_token, tokens?.refresh_token);
    await callsAtOnce((call) => mcp.callTool(call), remembered);
    await mcp.close();
  });

  test("calls at once on a token that has expired renew it together, and nobody signs in again", async () => {
    const { mcp, ...remembered } = await signIn({ redirectUrl });
    await callsAtOnce((call) => mcp.callTool(call), remembered);
    await mcp.close();
  });

  test("a tool with a scope of its own makes the client ask for more, and then opens", async () => {
    const { mcp, provider, lastAsked } = await signIn({ redirectUrl });
    await assert.rejects(mcp.callTool({ name: "delete_all", arguments: {} }));
    const asked = lastAsked();
    assert.deepEqual(asked.searchParams.get("scope")?.split(" ").toSorted(), ["admin:all", "call"]);
    const back = await allow(person, asked);
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
    await transport.finishAuth(back.searchParams);
    const again = new McpClient({ name: "journey", version: "1" });
    await again.connect(transport);
    const result = await again.callTool({ name: "delete_all", arguments: {} });
    assert.notEqual(result.isError, true);
  });

  test("both official clients reach a tool with a scope of its own, because the first challenge names it", async () => {
    const scopes = [{ name: "admin:all", description: "Delete everything", targets: ["delete_all"] }];
    const setPolicy = async (ask: "at-sign-in" | "when-needed") => {
      const oauth = { registration: true, issuers: [company.issuer], ask, scopes };
      const body = { environment: "development" as const, caller: { mode: "oauth" as const, oauth } };
      await owner.replaceAuthPolicy({ params: { endpointId }, body });
      await eventually(async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(url, { method: "POST" })));
        const names = answers.map((answer) => answer.headers.get("www-authenticate")?.includes('"call admin:all"'));
        return names.every((one) => one === (ask === "at-sign-in")) ? true : undefined;
      }, aSecondMs);
    };
    await setPolicy("at-sign-in");
    const { mcp } = await signIn({ redirectUrl });
    assert.notEqual((await mcp.callTool({ name: "delete_all", arguments: {} })).isError, true);
    const remembered = rememberingProvider({ redirectUrl });
    const authProvider = remembered.provider as unknown as ProviderV1;
    const first = new TransportV1(new URL(url), { authProvider });
    await assert.rejects(new McpClientV1({ name: "journey", version: "1" }).connect(first), /Unauthorized/i);
    const back = await allow(person, remembered.lastAsked());
    await first.finishAuth(back.searchParams.get("code") ?? "");
    const old = new McpClientV1({ name: "journey", version: "1" });
    await old.connect(new TransportV1(new URL(url), { authProvider }));
    assert.notEqual((await old.callTool({ name: "delete_all", arguments: {} })).isError, true);
    await old.close();
    await setPolicy("when-needed");
  });

  test("keys open the same address, an HTTP API takes tokens, and an execution records the caller", async () => {
    const key = await issueKey(owner, endpointId);
    const everyWorker = async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ping(key)));
      return answers.every(({ status }) => status === 200) ? true : undefined;
    };
    await eventually(everyWorker, aSecondMs);
    const caller = { mode: "oauth" as const, oauth: { registration: true, keys: false } };
    const params = { endpointId: httpEndpointId };
    await owner.replaceAuthPolicy({ params, body: { environment: "development", caller } });
    const refused = await eventually(async () => {
      const answer = await fetch(`${httpUrl}/me`);
      return answer.headers.get("www-authenticate")?.includes("resource_metadata") === true ? answer : undefined;
    }, aSecondMs);
    assert.equal(refused.status, 401);
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    const described = (await (await fetch(metadata)).json()) as { resource: string; authorization_servers: string[] };
    assert.equal(described.resource, httpUrl);
    const { held, provider, lastAsked } = rememberingProvider({ redirectUrl });
    const { auth } = await import("@modelcontextprotocol/client");
    const resourceMetadataUrl = new URL(metadata);
    assert.equal(await auth(provider, { serverUrl: httpUrl, resourceMetadataUrl, scope: "call" }), "REDIRECT");
    const back = await allow(person, lastAsked());
    const authorizationCode = back.searchParams.get("code") ?? "";
    const iss = back.searchParams.get("iss") ?? "";
    assert.equal(
      await auth(provider, { serverUrl: httpUrl, resourceMetadataUrl, authorizationCode, iss }),
      "AUTHORIZED",
    );
    const token = held.tokens?.access_token ?? "";
    const answer = await fetch(`${httpUrl}/me`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal((await ping(token)).status, 401, "a token opens the endpoint that it is for and no other");
    const execution = await executionOf(owner, answer.headers.get("x-request-id") ?? "");
    assert.equal(execution.caller.kind, "jwt");
    assert.deepEqual(execution.caller.scopes, ["call"]);
    assert.equal(execution.caller.issuer, new URL(url).origin);
  });

  test("disabling a person ends what they allowed within a second", async () => {
    const { held } = await signIn({ redirectUrl });
    const token = held.tokens?.access_token ?? "";
    assert.equal((await ping(token)).status, 200);
    const { user } = await person.getMe();
    await owner.updateUser({ params: { userId: user.id }, body: { status: "disabled" } });
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ping(token)));
      return answers.every(({ status }) => status === 401) ? true : undefined;
    }, aSecondMs);
  });
});
