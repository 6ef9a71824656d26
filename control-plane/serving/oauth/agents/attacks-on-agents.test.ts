import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import type { Client } from "@ferrule/contract/client.ts";
import type { AgentScope } from "@ferrule/contract/states.ts";
import { startTestControlPlane, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { challenge, oauthOf, openSignIn, redirectUri, requestOf, verifier } from "../testing/oauth-of.ts";

const resource = "http://localhost:8080/mcp/ferrule";
const accept = "application/json, text/event-stream";

let plane: TestControlPlane;
let oauth: ReturnType<typeof oauthOf>;
let projectId: string;
let owner: Client;
let clientId: string;

before(async () => {
  plane = await startTestControlPlane();
  oauth = oauthOf(plane);
  ({ id: projectId } = await plane.createProject());
  owner = await plane.signInAs("owner", projectId);
});
after(() => plane[Symbol.asyncDispose]());

const asked = () => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: challenge,
  code_challenge_method: "S256",
  resource,
});
const request = async (more: Record<string, string> = {}) => requestOf(await oauth.authorize({ ...asked(), ...more }));

/** The person allows it, and the program exchanges its code. */
async function signIn(person: Client, scopes: AgentScope[] = ["read", "write", "deploy", "release"]) {
  const body = { request: await request(), projectId, scopes };
  const { id: grantId, redirectUrl } = await person.createAgentGrant({ body });
  const code = new URL(redirectUrl).searchParams.get("code") ?? "";
  const given = { grant_type: "authorization_code", client_id: clientId, code, redirect_uri: redirectUri };
  const answer = await oauth.token({ ...given, code_verifier: verifier, resource });
  return { grantId, code, ...(answer.body as { access_token: string; refresh_token: string; scope: string }) };
}

const send = (token: string, name = "overview", input: object = {}) =>
  plane.request("/mcp/ferrule", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, accept },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
  });
const refresh = (token: string) =>
  oauth.token({ grant_type: "refresh_token", client_id: clientId, refresh_token: token });
const metadata = (path: string) => plane.request(`/.well-known/${path}`);

describe("agents whose people sign in", () => {
  test("nothing is offered while no Project lets agents in", async () => {
    assert.equal((await metadata("oauth-protected-resource/mcp/ferrule")).status, 404);
    assert.equal((await metadata("oauth-authorization-server")).status, 404);
    assert.equal((await oauth.register({ redirect_uris: [redirectUri] })).status, 403);
    await owner.updateManagementServer({ body: { enabled: true } });
    const { json } = await metadata("oauth-protected-resource/mcp/ferrule");
    assert.deepEqual(json, {
      resource,
      resource_name: "Ferrule",
      authorization_servers: ["http://localhost:8080"],
      scopes_supported: ["read", "write", "deploy", "release"],
      bearer_methods_supported: ["header"],
    });
    const registered = await oauth.register({ redirect_uris: [redirectUri], client_name: "Agent" });
    assert.equal(registered.status, 201);
    clientId = registered.body["client_id"] ?? "";
  });

  test("a person sees who asks for what, and gives less", async () => {
    const { location } = await oauth.authorize(asked());
    assert.equal(location?.pathname, "/consent/agent");
    const consent = await owner.getAgentConsent({ query: { request: await request() } });
    assert.deepEqual([consent.client.name, consent.url], ["Agent", resource]);
    assert.deepEqual(
      consent.projects.map(({ id }) => id),
      [projectId],
    );
    const { scope, access_token: token, grantId } = await signIn(owner, ["deploy"]);
    assert.equal(scope, "read deploy");
    const { aud, exp, iat } = decodeJwt(token);
    assert.deepEqual([aud, (exp ?? 0) - (iat ?? 0)], [resource, 600]);
    assert.equal((await send(token)).status, 200);
    const { text } = await send(token, "write_function", { function: "x", source: "export default () => 1;" });
    assert.match(text, /not found|-32602/i);
    const { items } = await owner.listOauthGrants({ query: {} });
    assert.equal(items.find(({ id }) => id === grantId)?.endpointId, null);
    assert.deepEqual((await owner.listTokens({ query: {} })).items, [], "its token has no value to list");
  });

  test("a consent goes no further than it was asked for", async () => {
    const body = { request: await request({ scope: "read" }), projectId, scopes: ["release" as const] };
    await assert.rejects(owner.createAgentGrant({ body }), { code: "VALIDATION_ERROR" });
    const { id: closed } = await plane.createProject();
    const elsewhere = { request: await request(), projectId: closed, scopes: ["read" as const] };
    await assert.rejects(owner.createAgentGrant({ body: elsewhere }), { code: "INVALID_STATE" });
    await assert.rejects(owner.createOauthGrant({ body: { request: await request() } }), { code: "INVALID_STATE" });
    const place = await openSignIn(owner);
    const ofEndpoint = requestOf(await oauth.authorize(place.asked));
    const wrong = { request: ofEndpoint, projectId, scopes: ["read" as const] };
    await assert.rejects(owner.createAgentGrant({ body: wrong }), { code: "NOT_FOUND" });
    const { error } = await oauth.authorize({ ...asked(), scope: "admin" });
    assert.equal(error, "invalid_scope");
    const { error: refused } = await oauth.authorize({ ...asked(), client_id: place.clientId });
    assert.equal(refused, "unauthorized_client");
  });

  test("its access token opens nothing else, and no other token opens this", async () => {
    const { access_token: token } = await signIn(owner);
    for (const path of ["/api/functions", "/api/auth/me", "/api/management-server"])
      assert.equal((await plane.request(path, { headers: { authorization: `Bearer ${token}` } })).status, 401, path);
    const place = await openSignIn(owner);
    const { redirectUrl } = await owner.createOauthGrant({
      body: { request: requestOf(await oauth.authorize(place.asked)) },
    });
    const code = new URL(redirectUrl).searchParams.get("code") ?? "";
    const given = { grant_type: "authorization_code", client_id: place.clientId, code, code_verifier: verifier };
    const { body } = await oauth.token({ ...given, redirect_uri: redirectUri });
    assert.equal((await send(body["access_token"] ?? "")).status, 401);
    const [head, , signature] = token.split(".");
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), scope: "release" })).toString("base64url");
    assert.equal((await send(`${head}.${claims}.${signature}`)).status, 401);
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "at+jwt" })).toString("base64url");
    assert.equal((await send(`${none}.${claims}.`)).status, 401);
  });

  test("it is renewed, and ends with its revocation at once", async () => {
    const first = await signIn(owner);
    const { body } = await refresh(first.refresh_token);
    assert.equal((await send(body["access_token"] ?? "")).status, 200);
    await oauth.post("/oauth/revoke", { token: body["refresh_token"], client_id: clientId });
    assert.equal((await send(body["access_token"] ?? "")).status, 401);
    assert.equal((await refresh(body["refresh_token"] ?? "")).error, "invalid_grant");
    const second = await signIn(owner);
    await owner.deleteOauthGrant({ params: { grantId: second.grantId } });
    assert.equal((await send(second.access_token)).status, 401);
    const third = await signIn(owner);
    const again = { grant_type: "authorization_code", client_id: clientId, code: third.code };
    assert.equal((await oauth.token({ ...again, code_verifier: verifier })).error, "invalid_grant");
    assert.equal((await send(third.access_token)).status, 401, "a code used twice ends what it gave");
  });

  test("a consent that nobody has renewed in time opens nothing", async () => {
    const { access_token: token, grantId } = await signIn(owner);
    assert.equal((await send(token)).status, 200);
    await plane.app.store.inInstallation(({ tx }) =>
      sql`update api_tokens set expires_at = now() where oauth_grant_id = ${grantId}`.execute(tx),
    );
    assert.equal((await send(token)).status, 401);
  });

  test("a demotion and a disabled account count at once", async () => {
    const user = await plane.createUser("admin");
    const { client: person } = await plane.signIn(user);
    const { access_token: token, refresh_token: renewal } = await signIn(person);
    await owner.createFunction({ body: { slug: "kept", source: "export default () => 1;" } });
    await send(token, "bind", { function: "kept", endpoint: "kept", tool: "kept" });
    const { items } = await owner.listRuntimeEndpoints({ query: { q: "kept" } });
    const params = { endpointId: items[0]?.id ?? "" };
    const policies = (await owner.listEndpointAuthPolicies({ params })).items;
    const revision = policies.find(({ environment }) => environment === "development")?.revision;
    /** Asks for a change that an operator may not make. */
    const open = async (origin: string) =>
      (await send(token, "set_policy", { endpoint: "kept", revision, change: { allowedOrigins: [origin] } })).text;
    assert.match(await open("https://a.example"), /"confirm"/);
    await owner.updateUser({ params: { userId: user.id }, body: { role: "operator" } });
    assert.match(await open("https://b.example"), /FORBIDDEN/);
    await owner.updateUser({ params: { userId: user.id }, body: { role: "owner" } });
    assert.match(await open("https://c.example"), /"confirm"/);
    await owner.updateUser({ params: { userId: user.id }, body: { status: "disabled" } });
    assert.ok([401, 403].includes((await send(token)).status));
    assert.equal((await refresh(renewal)).error, "invalid_grant");
  });

  test("switched off, the Project refuses its calls and its renewal", async () => {
    const { access_token: token, refresh_token: renewal } = await signIn(owner);
    await owner.updateManagementServer({ body: { enabled: false } });
    assert.equal((await send(token)).status, 403);
    assert.equal((await refresh(renewal)).error, "invalid_target");
    await owner.updateManagementServer({ body: { enabled: true } });
    assert.equal((await send(token)).status, 200);
  });
});
