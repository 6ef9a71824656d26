import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { issuePaths } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const admin = duringTests(() => plane.signInAs("admin"));

let made = 0;
const endpointOf = async (client = admin, kind: "mcp" | "http" = "mcp") =>
  (await client.createRuntimeEndpoint({ body: { kind, slug: `endpoint-${(made += 1)}` } })).id;
const apiKeyMode = { mode: "api-key" as const };

test("replaces the policy of one environment and leaves the other's", async () => {
  const endpointId = await endpointOf();
  const params = { endpointId };
  const permissions = { secrets: [], hosts: ["api.example.com"], collections: [], cache: false };
  const body = {
    environment: "development" as const,
    caller: { mode: "none" as const },
    permissions,
    allowedOrigins: ["https://app.example.com"],
  };
  const replaced = await admin.replaceAuthPolicy({ params, body });
  assert.deepEqual(
    [replaced.caller, replaced.permissions, replaced.allowedOrigins, replaced.revision],
    [body.caller, permissions, body.allowedOrigins, 2],
  );
  const { items, nextCursor } = await admin.listEndpointAuthPolicies({ params });
  assert.deepEqual(
    items.map(({ environment, caller, permissions }) => [environment, caller.mode, permissions]),
    [
      ["development", "none", permissions],
      ["production", "api-key", "*"],
    ],
  );
  assert.equal(nextCursor, null);
  const endpoint = await admin.getRuntimeEndpoint({ params });
  assert.deepEqual([endpoint.policy.development.mode, endpoint.policy.production.mode], ["none", "api-key"]);
  const bare = await admin.replaceAuthPolicy({ params, body: { environment: "development", caller: apiKeyMode } });
  assert.deepEqual([bare.permissions, bare.allowedOrigins], ["*", []]);
});

test("refuses callers without a credential in production, and a trust in issuers that cannot be held", async () => {
  const params = { endpointId: await endpointOf() };
  const refused = (environment: "development" | "production", caller: object) =>
    issuePaths(admin.replaceAuthPolicy({ params, body: { environment, caller: caller as typeof apiKeyMode } }));
  assert.deepEqual(await refused("production", { mode: "none" }), ["body.caller.mode"]);
  const jwt = { issuer: "https://id.example.com" };
  assert.deepEqual(await refused("development", { mode: "jwt" }), ["body.caller.jwt"]);
  assert.deepEqual(await refused("development", { mode: "api-key", jwt }), ["body.caller.jwt"]);
  const wrong = {
    "body.caller.jwt.issuer": { issuer: "ftp://id.example.com" },
    "body.caller.jwt.jwksUrl": { ...jwt, jwksUrl: "https://user:pass@id.example.com/keys" },
    "body.caller.jwt.clockSkewSeconds": { ...jwt, clockSkewSeconds: 61 },
    "body.caller.jwt.algorithms.0": { ...jwt, algorithms: ["HS256"] },
    "body.caller.jwt.rules.0.allow": { ...jwt, rules: [{ allow: [] }] },
    "body.caller.jwt.rules.0.when.role": { ...jwt, rules: [{ when: { role: "x" }, allow: ["*"] }] },
    "body.caller.jwt.rules.0.tenant": { ...jwt, rules: [{ allow: ["*"], tenant: "not a tenant" }] },
  };
  for (const [path, given] of Object.entries(wrong))
    assert.deepEqual(await refused("development", { mode: "jwt", jwt: given }), [path]);
  const origins = admin.replaceAuthPolicy({
    params,
    body: { environment: "development", caller: apiKeyMode, allowedOrigins: ["https://app.example.com/path"] },
  });
  assert.deepEqual(await issuePaths(origins), ["body.allowedOrigins.0"]);
});

test("takes sign-in in both environments, with what is not said filled in, and refuses scopes that contradict each other", async () => {
  const params = { endpointId: await endpointOf() };
  const replaced = await admin.replaceAuthPolicy({
    params,
    body: { environment: "production", caller: { mode: "oauth" } },
  });
  assert.deepEqual(replaced.caller, {
    mode: "oauth",
    oauth: {
      keys: true,
      documents: true,
      registration: false,
      issuers: [],
      ask: "at-sign-in" as const,
      scopes: [],
      rules: [],
      claims: [],
    },
  });
  const refused = (scopes: { name: string; targets: string[] }[]) =>
    issuePaths(
      admin.replaceAuthPolicy({
        params,
        body: { environment: "development", caller: { mode: "oauth", oauth: { scopes } } },
      }),
    );
  const scope = (name: string, ...targets: string[]) => ({ name, targets });
  const at = "body.caller.oauth.scopes";
  assert.deepEqual(await refused([scope("a", "one"), scope("a", "two")]), [`${at}.1.name`]);
  assert.deepEqual(await refused([scope("a", "one"), scope("b", "one")]), [`${at}.0.targets`, `${at}.1.targets`]);
  assert.deepEqual(await refused([scope("call", "one")]), [`${at}.0.name`]);
  assert.deepEqual(await refused([scope('a" b', "one")]), [`${at}.0.name`]);
  const other = admin.replaceAuthPolicy({
    params,
    body: { environment: "development", caller: { mode: "api-key", oauth: {} } },
  });
  assert.deepEqual(await issuePaths(other), ["body.caller.oauth"]);
});

test("changes nothing when If-Match names an older revision, or the endpoint is another Project's", async () => {
  const params = { endpointId: await endpointOf() };
  const body = { environment: "production" as const, caller: apiKeyMode, allowedOrigins: ["*"] };
  await admin.replaceAuthPolicy({ params, body, headers: { "if-match": '"1"' } });
  await assert.rejects(admin.replaceAuthPolicy({ params, body, headers: { "if-match": '"1"' } }), {
    status: 412,
    code: "REVISION_CONFLICT",
  });
  const { id: projectId } = await plane.createProject();
  const stranger = await plane.signInAs("owner", projectId);
  const gone = { status: 404, code: "NOT_FOUND" };
  await assert.rejects(stranger.replaceAuthPolicy({ params, body }), gone);
  await assert.rejects(stranger.listEndpointAuthPolicies({ params }), gone);
  await assert.rejects(stranger.evaluateAuthPolicy({ params, body: { environment: "production" } }), gone);
  const developer = await plane.signInAs("developer");
  await assert.rejects(developer.replaceAuthPolicy({ params, body }), { status: 403, code: "FORBIDDEN" });
});

test("lists the policies of every endpoint of the Project, each with its own keys", async () => {
  const { id: projectId } = await plane.createProject();
  const owner = await plane.signInAs("owner", projectId);
  const ids = [await endpointOf(owner), await endpointOf(owner)];
  const body = { name: "Agent", environment: "production" as const };
  const { value: _value, ...key } = await owner.createApiKey({ params: { endpointId: ids[0] ?? "" }, body });
  const first = await owner.listAuthPolicies({ query: { limit: 3 } });
  const second = await owner.listAuthPolicies({ query: { limit: 3, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [3, 1, null]);
  const all = [...first.items, ...second.items];
  assert.deepEqual(
    ids.map((id) => all.filter(({ endpointId }) => endpointId === id).length),
    [2, 2],
  );
  const withKeys = all.filter(({ apiKeys }) => apiKeys.length > 0);
  assert.deepEqual(
    withKeys.map(({ endpointId, environment, apiKeys }) => [endpointId, environment, apiKeys]),
    [[ids[0], "production", [key]]],
  );
});

test("audits what a policy was and became", async () => {
  const params = { endpointId: await endpointOf() };
  const { id } = await admin.replaceAuthPolicy({
    params,
    body: { environment: "development", caller: { mode: "none" } },
  });
  const { items } = await admin.listAuditEvents({ query: { targetId: id } });
  assert.equal(items[0]?.action, "auth-policy.update");
  assert.deepEqual(items[0]?.changes, { before: { caller: { mode: "api-key" } }, after: { caller: { mode: "none" } } });
});

test("evaluates a key against what is deployed", async () => {
  const { id: projectId } = await plane.createProject();
  const owner = await plane.signInAs("owner", projectId);
  const { id: functionId } = await owner.createFunction({ body: { slug: "f", source: "export default () => 1;" } });
  const [tools, api] = [await endpointOf(owner, "mcp"), await endpointOf(owner, "http")];
  const bindTool = (toolName: string, enabled = true) =>
    owner.createMcpBinding({
      params: { endpointId: tools },
      body: { functionId, toolName, description: "A tool", enabled },
    });
  await bindTool("look_up");
  await bindTool("resting", false);
  await owner.createHttpBinding({
    params: { endpointId: api },
    body: { functionId, method: "GET", path: "/orders/{orderId}" },
  });
  const key = await owner.createApiKey({
    params: { endpointId: tools },
    body: { name: "Agent", environment: "development", tenantId: "acme", scopes: ["look_up", "resting"] },
  });
  const operator = await plane.signInAs("operator", projectId);
  const ruleOf = async (over: { target?: string; environment?: "production"; keyId?: string } = {}) => {
    const body = { environment: "development" as const, keyId: key.id, ...over };
    return (await operator.evaluateAuthPolicy({ params: { endpointId: tools }, body })).rule;
  };
  assert.equal(await ruleOf(), "deployment");
  await deployDrafts(plane, owner);
  await bindTool("drafted");
  const decision = await operator.evaluateAuthPolicy({
    params: { endpointId: tools },
    body: { environment: "development", keyId: key.id, target: "look_up" },
  });
  assert.deepEqual(
    [decision.allowed, decision.rule, decision.caller, decision.tenantId],
    [true, "api-key", { kind: "api-key", id: key.id, name: "Agent" }, "acme"],
  );
  assert.equal(await ruleOf({ target: "drafted" }), "scope");
  assert.equal(await ruleOf({ target: "resting" }), "target");
  assert.equal(await ruleOf({ environment: "production" }), "deployment");
  await assert.rejects(ruleOf({ keyId: "key_none" }), { status: 404 });
  await owner.disableRuntimeEndpoint({ params: { endpointId: tools } });
  assert.equal(await ruleOf(), "status");
  await owner.deleteApiKey({ params: { endpointId: tools, keyId: key.id } });
  assert.equal(await ruleOf(), "credential");

  const body = { environment: "development" as const, caller: { mode: "none" as const } };
  await owner.replaceAuthPolicy({ params: { endpointId: api }, body });
  const asked = async (target: string) =>
    (await operator.evaluateAuthPolicy({ params: { endpointId: api }, body: { environment: "development", target } }))
      .rule;
  assert.equal(await asked("GET /orders/{orderId}"), "none");
  assert.equal(await asked("POST /orders/{orderId}"), "target");
});
