import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointState } from "@ferrule/contract/internal/changes.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { deployDrafts } from "../../../testing/deploy-drafts.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { oauthOf, openSignIn, requestOf } from "../testing/oauth-of.ts";

const plane = duringTests(startTestControlPlane);
const admin = duringTests(() => plane.signInAs("admin"));

const environment = "development" as const;
const issuer = "https://login.acme.example/tenant/v2.0";
const metadataOf = async (resource: string) =>
  fetch(`${plane.url}/.well-known/oauth-protected-resource${new URL(resource).pathname}`);
const wellKnown = async (name: string) => (await fetch(`${plane.url}/.well-known/${name}`)).status;

/** What workers hear of an endpoint, held to their form. */
async function heard(endpointId: string) {
  const { rows } = await plane.app.store.inInstallation(({ tx }) =>
    sql<{ state: unknown }>`select state from runtime_states where key = ${`endpoint:${endpointId}`}`.execute(tx),
  );
  return endpointState.parse(rows[0]?.state).policies;
}

test("an endpoint that trusts an issuer names it in its metadata, and nothing here signs its callers in", async () => {
  const { id: endpointId, urls } = await admin.createRuntimeEndpoint({ body: { kind: "http", slug: "trusts" } });
  const params = { endpointId };
  assert.equal((await metadataOf(urls.development)).status, 404);
  const rules = [{ when: { scope: "orders:read" }, allow: ["GET /orders"], tenant: { claim: "org" } }];
  await admin.replaceAuthPolicy({ params, body: { environment, caller: { mode: "jwt", jwt: { issuer, rules } } } });
  const answer = await metadataOf(urls.development);
  assert.deepEqual(await answer.json(), {
    resource: urls.development,
    resource_name: "trusts",
    authorization_servers: [issuer],
    scopes_supported: ["orders:read"],
    bearer_methods_supported: ["header"],
  });
  assert.equal((await metadataOf(urls.production)).status, 404);
  assert.equal(await wellKnown("oauth-protected-resource"), 200, "it is the only one");
  assert.equal(await wellKnown("oauth-authorization-server"), 404);

  const { development, production } = await heard(endpointId);
  assert.equal(production.callerMode, "api-key");
  assert.ok(development.callerMode === "jwt");
  const { jwt } = development;
  assert.deepEqual([jwt.issuer, jwt.audience, jwt.keys, jwt.rules], [issuer, null, true, rules]);

  await admin.replaceAuthPolicy({ params, body: { environment, caller: { mode: "api-key" } } });
  assert.equal((await metadataOf(urls.development)).status, 404);
  assert.deepEqual((await heard(endpointId)).development, {
    callerMode: "api-key",
    permissions: "*",
    allowedOrigins: [],
  });
});

test("the consent page says what hints say of a tool, and that it is not known without hints", async () => {
  const { endpointId, asked } = await openSignIn(admin);
  const source = "/** Hints. */ export default () => 1;";
  const functionId = (await admin.createFunction({ body: { slug: "hints", source } })).id;
  const params = { endpointId };
  for (const [toolName, annotations] of [
    ["plain", {}],
    ["reading", { readOnlyHint: true }],
    ["writing", { readOnlyHint: false }],
    ["adding", { destructiveHint: false }],
    ["erasing", { destructiveHint: true }],
    ["both", { readOnlyHint: true, destructiveHint: true }],
    ["beside", { idempotentHint: true }],
  ] as const)
    await admin.createMcpBinding({ params, body: { functionId, toolName, description: "Hints", annotations } });
  await deployDrafts(plane, admin);
  const request = requestOf(await oauthOf(plane).authorize(asked));
  const { targets } = await admin.getOauthConsent({ query: { request } });
  assert.deepEqual(Object.fromEntries(targets.map(({ name, changes }) => [name, changes])), {
    plain: "unknown",
    reading: "reads",
    writing: "writes",
    adding: "writes",
    erasing: "destroys",
    both: "reads",
    beside: "unknown",
  });
});

test("people are asked for the scopes of tools and rules, and read only what the rules let them call", async () => {
  const rules = [
    { when: { scope: "notes:write" }, allow: ["write_note"] },
    { when: { claim: { name: "email", value: "nobody@acme.example" } }, allow: ["*"] },
    { when: {}, allow: ["read_note", "search_notes"] },
  ];
  const { endpointId, asked, resource } = await openSignIn(admin, { rules, claims: ["email"] });
  const source = "/** Notes. */ export default () => 1;";
  const functionId = (await admin.createFunction({ body: { slug: "notes", source } })).id;
  const params = { endpointId };
  for (const [toolName, scope] of [
    ["read_note", null],
    ["search_notes", "notes:search"],
    ["write_note", null],
    ["erase_notes", null],
  ] as const)
    await admin.createMcpBinding({ params, body: { functionId, toolName, description: "Notes", scope } });
  await deployDrafts(plane, admin);

  const { scopes_supported: supported } = (await (await metadataOf(resource)).json()) as { scopes_supported: string[] };
  assert.deepEqual(supported, ["call", "notes:write", "notes:search"]);
  const offered = async (scope: string) => {
    const request = requestOf(await oauthOf(plane).authorize({ ...asked, scope }));
    const { targets } = await admin.getOauthConsent({ query: { request } });
    return targets.map((one) => `${one.name} ${one.scope}`);
  };
  assert.deepEqual(await offered("call"), ["read_note call"]);
  assert.deepEqual(await offered("call notes:search"), ["read_note call", "search_notes notes:search"]);
  assert.deepEqual(await offered("call notes:write"), ["read_note call", "write_note call"]);
  assert.equal((await oauthOf(plane).authorize({ ...asked, scope: "notes:erase" })).error, "invalid_scope");

  const { development } = await heard(endpointId);
  assert.ok(development.callerMode === "oauth");
  assert.deepEqual([development.oauth.rules, development.oauth.claims], [rules, ["email"]]);

  const claims = { sub: "usr_1", scope: "call notes:write" };
  const evaluate = (target: string) =>
    admin.evaluateAuthPolicy({
      params,
      body: { environment, target, claims: { ...claims, email: "ada@acme.example" } },
    });
  const { allowed, rule, callable, tenantId } = await evaluate("write_note");
  assert.deepEqual([allowed, rule, callable, tenantId], [true, "rules", ["read_note", "write_note"], "default"]);
  assert.equal((await evaluate("search_notes")).reason, "The token lacks the scope notes:search.");
  assert.equal((await evaluate("erase_notes")).reason, "No rule of the policy allows it.");
  const huge = { environment, claims: { sub: "x".repeat(20_000) } };
  await assert.rejects(admin.evaluateAuthPolicy({ params, body: huge }), { code: "VALIDATION_ERROR" });
});
