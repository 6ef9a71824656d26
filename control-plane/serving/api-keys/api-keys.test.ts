import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { keyState } from "@ferrule/contract/internal/changes.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { issuePaths } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const admin = duringTests(() => plane.signInAs("admin"));

let made = 0;
const endpointOf = async (kind: "mcp" | "http" = "mcp") =>
  (await admin.createRuntimeEndpoint({ body: { kind, slug: `endpoint-${(made += 1)}` } })).id;
const issue = (endpointId: string, over: object = {}) =>
  admin.createApiKey({ params: { endpointId }, body: { name: "Agent", environment: "development", ...over } });
const sha256 = (value: string) => createHash("sha256").update(value).digest("hex");
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** What runtimes are told about a key. */
const stateOf = async (keyId: string) => {
  const { rows } = await plane.app.store.inInstallation(({ tx }) =>
    sql<{ state: unknown }>`select state from runtime_states where key = ${`key:${keyId}`}`.execute(tx),
  );
  const state = rows[0]?.state;
  return state === null || state === undefined ? null : keyState.parse(state);
};
const keysOf = async (endpointId: string) =>
  (await admin.listEndpointAuthPolicies({ params: { endpointId } })).items.flatMap(({ apiKeys }) => apiKeys);

test("issues a key whose value is in that answer alone, kept as its SHA-256", async () => {
  const endpointId = await endpointOf();
  const { value, ...key } = await issue(endpointId, { tenantId: "acme", scopes: ["look_up"], expiresAt: tomorrow() });
  assert.match(value, /^fer_key_[A-Za-z0-9_-]{43}$/);
  assert.deepEqual([key.prefix, key.status, key.lastUsedAt], [value.slice(0, 12), "active", null]);
  assert.deepEqual(await keysOf(endpointId), [key]);
  const state = await stateOf(key.id);
  assert.deepEqual(
    [state?.sha256, state?.previous, state?.tenantId, state?.scopes, state?.expiresAt],
    [sha256(value), null, "acme", ["look_up"], key.expiresAt],
  );
  const { rows } = await plane.app.store.inInstallation(({ tx }) =>
    sql<{ found: number }>`
      select (select count(*) from api_keys k where k::text like ${`%${value.slice(12)}%`})
        + (select count(*) from audit_events e where e::text like ${`%${value.slice(12)}%`})
        + (select count(*) from runtime_states s where s::text like ${`%${value.slice(12)}%`}) as found
    `.execute(tx),
  );
  assert.equal(rows[0]?.found, 0);
});

test("keeps no value for an idempotent repetition", async () => {
  const params = { endpointId: await endpointOf() };
  const body = { name: "Once", environment: "development" as const };
  const session = await plane.session("admin");
  const headers = { ...session.headers(), "idempotency-key": "the-same-key" };
  const path = `/api/runtime-endpoints/${params.endpointId}/api-keys`;
  const first = await session.request(path, { method: "POST", headers, body });
  const second = await session.request(path, { method: "POST", headers, body });
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal(first.json["id"], second.json["id"]);
  assert.equal(typeof first.json["value"], "string");
  assert.equal(second.json["value"], undefined);
  assert.equal((await keysOf(params.endpointId)).length, 1);
});

test("refuses an expiry in the past, and scopes that the endpoint's calls cannot have", async () => {
  const [tools, api] = [await endpointOf("mcp"), await endpointOf("http")];
  assert.deepEqual(await issuePaths(issue(tools, { expiresAt: "2020-01-01T00:00:00.000Z" })), ["body.expiresAt"]);
  assert.deepEqual(await issuePaths(issue(tools, { scopes: ["look_up", "GET /orders"] })), ["body.scopes.1"]);
  assert.deepEqual(await issuePaths(issue(api, { scopes: ["look_up", "FETCH /a", "GET  /a", "GET a"] })), [
    "body.scopes.0",
    "body.scopes.1",
    "body.scopes.2",
    "body.scopes.3",
  ]);
  const { scopes } = await issue(api, { scopes: ["GET /orders/{orderId}", "GET /orders/{orderId}"] });
  assert.deepEqual(scopes, ["GET /orders/{orderId}"]);
  assert.deepEqual(await issuePaths(issue(tools, { scopes: [] })), ["body.scopes"]);
});

test("rotates a key: the value before opens for the overlap, the one before that no more", async () => {
  const endpointId = await endpointOf();
  const first = await issue(endpointId);
  const params = { endpointId, keyId: first.id };
  const second = await admin.rotateApiKey({ params, body: { overlapSeconds: 60 } });
  assert.notEqual(second.value, first.value);
  assert.deepEqual([second.id, second.prefix], [first.id, second.value.slice(0, 12)]);
  const state = await stateOf(first.id);
  assert.deepEqual([state?.sha256, state?.previous?.sha256], [sha256(second.value), sha256(first.value)]);
  const leftMs = Date.parse(state?.previous?.until ?? "") - Date.now();
  assert.ok(leftMs > 0 && leftMs <= 60_000, `${leftMs} ms`);
  const third = await admin.rotateApiKey({ params });
  const last = await stateOf(first.id);
  assert.deepEqual([last?.sha256, last?.previous], [sha256(third.value), null]);
  assert.deepEqual(await issuePaths(admin.rotateApiKey({ params, body: { overlapSeconds: 604_801 } })), [
    "body.overlapSeconds",
  ]);
});

test("revokes a key for good: runtimes forget it, its metadata stays", async () => {
  const endpointId = await endpointOf();
  const { id: keyId } = await issue(endpointId);
  const params = { endpointId, keyId };
  await admin.rotateApiKey({ params, body: { overlapSeconds: 600 } });
  await admin.deleteApiKey({ params });
  assert.equal(await stateOf(keyId), null);
  assert.deepEqual(
    (await keysOf(endpointId)).map(({ status }) => status),
    ["revoked"],
  );
  await assert.rejects(admin.rotateApiKey({ params }), { status: 409, code: "INVALID_STATE" });
  await admin.deleteApiKey({ params });
});

test("answers a key of another endpoint or Project as one that does not exist", async () => {
  const endpointId = await endpointOf();
  const { id: keyId } = await issue(endpointId);
  const gone = { status: 404, code: "NOT_FOUND" };
  const other = await endpointOf();
  await assert.rejects(admin.rotateApiKey({ params: { endpointId: other, keyId } }), gone);
  await assert.rejects(admin.deleteApiKey({ params: { endpointId: other, keyId } }), gone);
  const { id: projectId } = await plane.createProject();
  const stranger = await plane.signInAs("owner", projectId);
  await assert.rejects(stranger.rotateApiKey({ params: { endpointId, keyId } }), gone);
  await assert.rejects(stranger.deleteApiKey({ params: { endpointId, keyId } }), gone);
  assert.equal((await stateOf(keyId))?.id, keyId);
});

test("lets owners and admins alone keep keys", async () => {
  const endpointId = await endpointOf();
  for (const role of ["developer", "operator"] as const) {
    const client = await plane.signInAs(role);
    const body = { name: "Mine", environment: "development" as const };
    await assert.rejects(client.createApiKey({ params: { endpointId }, body }), { status: 403, code: "FORBIDDEN" });
  }
  assert.deepEqual(await keysOf(endpointId), []);
});
