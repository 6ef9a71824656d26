import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startTestControlPlane, type SignedIn } from "../../testing/test-control-plane.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
let owner: SignedIn;
let client: Client;
let projectId: string;
before(async () => {
  projectId = (await plane.createProject()).id;
  owner = await plane.session("owner", projectId);
  client = owner.client;
});

let made = 0;
const source = 'import { format } from "lib/money"; export default (input: { id: string }) => format(input.id);';
const inputSchema = { type: "object", properties: { zip: { type: "string" }, city: { type: "string" } } };
const permissions = { secrets: ["ORDERS_TOKEN"], hosts: ["api.example.com"] };

/** An endpoint with two tools, a Function for each, a Library they use and a policy of its own. */
async function furnish(by: Client = client, slug = `endpoint-${(made += 1)}`): Promise<string> {
  const { items } = await by.listLibraries({ query: {} });
  if (items.length === 0) {
    const money = 'import dates from "dates"; export const format = (text: string) => text + dates;';
    await by.createLibrary({ body: { kind: "source", name: "money", source: money } });
    const integrity = `sha512-${"A".repeat(86)}==`;
    await by.createLibrary({ body: { kind: "npm", name: "days", package: "dates", version: "1.2.3", integrity } });
    await by.createLibrary({ body: { kind: "source", name: "unused", source: "export {};" } });
  }
  const body = { kind: "mcp" as const, slug, name: "Orders", instructions: "Ask politely." };
  const { id: endpointId } = await by.createRuntimeEndpoint({ body });
  const params = { endpointId };
  for (const name of ["look-up", "cancel"]) {
    const draft = { slug: `${name}-${slug}`, source, inputSchema, permissions };
    const { id: functionId } = await by.createFunction({ body: draft });
    await by.createMcpBinding({ params, body: { functionId, toolName: name, description: `Does ${name}.` } });
  }
  const policy = { environment: "development" as const, caller: { mode: "none" as const } };
  await by.replaceAuthPolicy({ params, body: { ...policy, permissions, allowedOrigins: ["https://app.example.com"] } });
  return endpointId;
}
const exported = (endpointId: string, by: Client = client) => by.getManifest({ params: { endpointId } });
const preview = (endpointId: string, manifest: Manifest, by: Client = client) =>
  by.previewManifest({ params: { endpointId }, body: { manifest } });
async function apply(endpointId: string, manifest: Manifest, by: Client = client) {
  const { digest } = await preview(endpointId, manifest, by);
  return by.applyManifest({ params: { endpointId }, body: { manifest, previewDigest: digest } });
}
const told = ({ changes }: Awaited<ReturnType<typeof preview>>) =>
  changes.map(({ kind, name, change, fields }) => [kind, name, change, fields.join(" ")].join(" ").trim());
const countAudit = async () =>
  (
    await plane.app.store.inInstallation(({ tx }) =>
      sql<{ count: number }>`select count(*)::int as count from audit_events where action = 'manifest.apply'`.execute(
        tx,
      ),
    )
  ).rows[0]?.count;

test("an export has what the endpoint uses by names, no ids, times, keys or values, and the same bytes each time", async () => {
  const endpointId = await furnish(client, "exported");
  const value = "the value of the secret, never to be seen";
  await client.createSecret({ body: { name: "ORDERS_TOKEN", environment: "development", value } });
  const { value: key } = await client.createApiKey({
    params: { endpointId },
    body: { name: "of a caller", environment: "development" },
  });
  const path = `/api/runtime-endpoints/${endpointId}/manifest`;
  const { text } = await owner.request(path);
  const manifest = JSON.parse(text) as Manifest;
  assert.deepEqual(
    [manifest.apiVersion, manifest.endpoint.slug, manifest.collections, manifest.secretRefs],
    ["ferrule/v1", "exported", [], ["ORDERS_TOKEN"]],
  );
  assert.deepEqual(
    manifest.bindings.map((one) => one.kind === "mcp" && [one.toolName, one.function]),
    [
      ["cancel", "cancel-exported"],
      ["look-up", "look-up-exported"],
    ],
  );
  assert.deepEqual(
    manifest.functions.map(({ slug }) => slug),
    ["cancel-exported", "look-up-exported"],
  );
  assert.deepEqual(
    manifest.libraries.map(({ name, version }) => [name, version]),
    [
      ["days", "1.2.3"],
      ["money", "1"],
    ],
  );
  assert.equal(manifest.policies?.development.caller.mode, "none");
  assert.match(manifest.digest ?? "", /^[0-9a-f]{64}$/);
  assert.doesNotMatch(text, /\b(?:prj|ep|fn|mcb|pol|key|lib|usr|sec)_[0-9a-z]{24}|\d{4}-\d\d-\d\dT|of a caller/);
  assert.ok(!text.includes(value) && !text.includes(key.slice(0, 12)));
  // Callers see the author's order of properties, so it is part of a schema.
  assert.deepEqual(Object.keys(manifest.functions[0]?.inputSchema?.["properties"] ?? {}), ["zip", "city"]);
  await client.updateRuntimeEndpoint({ params: { endpointId }, body: { name: "Orders" } });
  assert.equal((await owner.request(path)).text, text);
});

test("an export imported into the same endpoint changes nothing", async () => {
  const endpointId = await furnish();
  const manifest = await exported(endpointId);
  const plan = await preview(endpointId, manifest);
  assert.deepEqual([plan.changes, plan.missing.libraries], [[], []]);
  const before = await client.listFunctions({ query: {} });
  assert.deepEqual((await apply(endpointId, manifest)).changes, []);
  assert.deepEqual(await exported(endpointId), manifest);
  assert.deepEqual(await client.listFunctions({ query: {} }), before);
});

test("imported into an empty Project, of another installation too, it brings everything: its export is the same", async () => {
  const manifest = await exported(await furnish(client, "moving"));
  await using elsewhere = await startTestControlPlane();
  const by = await elsewhere.signInAs("owner", (await elsewhere.createProject()).id);
  const { id } = await by.createRuntimeEndpoint({ body: { kind: "mcp", slug: "moving" } });
  const plan = await preview(id, manifest, by);
  assert.deepEqual(told(plan), [
    "library days added",
    "library money added",
    "function cancel-moving added",
    "function look-up-moving added",
    "runtime-endpoint moving changed instructions name",
    "mcp-binding cancel added",
    "mcp-binding look-up added",
    "auth-policy development changed allowedOrigins caller permissions",
  ]);
  assert.deepEqual(plan.missing, {
    secrets: ["ORDERS_TOKEN"],
    connections: [],
    libraries: [],
    collections: [],
    grants: [],
  });
  assert.deepEqual(plan.warnings, [
    "In development there is no secret ORDERS_TOKEN.",
    "In production there is no secret ORDERS_TOKEN.",
  ]);
  assert.deepEqual((await by.listFunctions({ query: {} })).items, []);
  await apply(id, manifest, by);
  assert.deepEqual(await exported(id, by), manifest);
});

test("a plan says what would change, be added and be removed, in which fields, and changes nothing", async () => {
  const endpointId = await furnish(client, "planned");
  const before = await exported(endpointId);
  const [cancel] = before.bindings;
  const wanted: Manifest = {
    ...before,
    endpoint: { ...before.endpoint, slug: "another", limits: { ...before.endpoint.limits, requestsPerMinute: 7 } },
    bindings: [{ ...cancel!, description: "Ends it." }],
    functions: before.functions.map((one) => ({
      ...one,
      source: `import x from "nowhere";\n${one.source}`,
      timeoutMs: 5,
    })),
    libraries: before.libraries.map((one) =>
      one.kind === "npm" ? { ...one, version: "1.3.0", integrity: undefined } : one,
    ),
    policies: undefined,
  };
  const plan = await preview(endpointId, wanted);
  assert.deepEqual(told(plan), [
    "library days changed integrity version",
    "function cancel-planned changed source timeoutMs",
    "function look-up-planned changed source timeoutMs",
    "runtime-endpoint planned changed limits",
    "mcp-binding look-up removed",
    "mcp-binding cancel changed description",
  ]);
  assert.deepEqual(plan.missing.libraries, ["nowhere"]);
  for (const said of [
    /keeps its slug "planned"/,
    /edited since it was exported/,
    /"nowhere"/,
    /lose the tool look-up/,
  ]) {
    assert.ok(
      plan.warnings.some((warning) => said.test(warning)),
      String(said),
    );
  }
  assert.deepEqual(await exported(endpointId), before);
  await apply(endpointId, wanted);
  const after = await exported(endpointId);
  assert.deepEqual([after.bindings.length, after.endpoint.limits.requestsPerMinute], [1, 7]);
  assert.deepEqual(after.policies, before.policies);
});

test("what was previewed is what is applied: after a change of either side it is 409, and nothing is done", async () => {
  const endpointId = await furnish(client, "moved-on");
  const before = await exported(endpointId);
  const wanted = { ...before, endpoint: { ...before.endpoint, description: "Wanted." } };
  const { digest } = await preview(endpointId, wanted);
  const other = { ...wanted, endpoint: { ...wanted.endpoint, name: "Not previewed" } };
  const params = { endpointId };
  const audited = await countAudit();
  const unseen = await refusal(client.applyManifest({ params, body: { manifest: other, previewDigest: digest } }));
  assert.deepEqual([unseen.status, unseen.code], [409, "INVALID_STATE"]);
  await client.updateRuntimeEndpoint({ params, body: { description: "Somebody else's." } });
  const stale = await refusal(client.applyManifest({ params, body: { manifest: wanted, previewDigest: digest } }));
  assert.equal(stale.code, "INVALID_STATE");
  assert.equal((await exported(endpointId)).endpoint.description, "Somebody else's.");
  assert.equal(await countAudit(), audited);
  await apply(endpointId, wanted);
  assert.equal(await countAudit(), (audited ?? 0) + 1);
  assert.equal((await exported(endpointId)).endpoint.description, "Wanted.");
});

test("every single change needs its role: a developer applies Functions and bindings, and no policy", async () => {
  const endpointId = await furnish(client, "by-roles");
  const developer = await plane.signInAs("developer", projectId);
  const operator = await plane.signInAs("operator", projectId);
  const before = await exported(endpointId);
  const functions = before.functions.map((one) => ({ ...one, description: "By a developer." }));
  const production = { ...before.policies.production, allowedOrigins: ["*"] };
  const both: Manifest = { ...before, functions, policies: { ...before.policies, production } };
  const plan = await preview(endpointId, both, developer);
  assert.deepEqual(
    plan.changes.filter(({ allowed }) => !allowed).map(({ kind, name }) => `${kind} ${name}`),
    ["auth-policy production"],
  );
  const denied = await refusal(apply(endpointId, both, developer));
  assert.deepEqual([denied.status, denied.code], [403, "FORBIDDEN"]);
  assert.deepEqual(await exported(endpointId), before);
  assert.equal((await refusal(preview(endpointId, both, operator))).status, 403);
  await apply(endpointId, { ...both, policies: before.policies }, developer);
  await apply(endpointId, both);
  assert.deepEqual((await exported(endpointId)).policies?.production.allowedOrigins, ["*"]);
});

test("what a manifest cannot say is refused by its place", async () => {
  const endpointId = await furnish(client, "checked");
  const good = await exported(endpointId);
  const [tool] = good.bindings;
  const [drafted] = good.functions;
  const paths = (more: object) => issuePaths(preview(endpointId, { ...good, ...more }));
  assert.deepEqual(await paths({ endpoint: { ...good.endpoint, kind: "http" } }), ["body.manifest.endpoint.kind"]);
  assert.deepEqual(await paths({ bindings: [tool, tool] }), ["body.manifest.bindings.1.toolName"]);
  assert.deepEqual(await paths({ bindings: [{ ...tool, function: "nobody" }] }), ["body.manifest.bindings.0.function"]);
  const unbound = { bindings: [], functions: [{ ...drafted, inputSchema: { type: "string" } }] };
  assert.deepEqual(await paths(unbound), ["body.manifest.functions.0.inputSchema.type"]);
  const none = { ...good.policies?.production, caller: { mode: "none" } };
  assert.deepEqual(await paths({ policies: { ...good.policies, production: none } }), [
    "body.manifest.policies.production.caller.mode",
  ]);
  assert.deepEqual(await paths({ secrets: [{ name: "A", value: "b" }] }), ["body.manifest.secrets"]);
  assert.deepEqual(await paths({ apiVersion: "ferrule/v2" }), ["body.manifest.apiVersion"]);
  const packaged = { kind: "npm", name: "days", package: "dates", version: "1.2.3" };
  const lock = [{ name: "other", version: "1.2.3", integrity: `sha512-${"B".repeat(86)}==`, dependencies: {} }];
  assert.deepEqual(await paths({ libraries: [{ ...packaged, lock }] }), ["body.manifest.libraries.0.lock"]);
  const kind = await refusal(preview(endpointId, { ...good, libraries: [{ ...packaged, name: "money" }] } as Manifest));
  assert.equal(kind.code, "CONFLICT");
});

test("routes are told apart by method and shape: a parameter's new name is a change, not a removal", async () => {
  const { id: endpointId } = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "routes" } });
  const { id: functionId } = await client.createFunction({ body: { slug: "route", source } });
  const route = { functionId, method: "GET" as const, path: "/orders/{id}" };
  await client.createHttpBinding({ params: { endpointId }, body: route });
  const before = await exported(endpointId);
  const [binding] = before.bindings;
  assert.ok(binding?.kind === "http");
  const wanted: Manifest = {
    ...before,
    bindings: [
      { ...binding, path: "/orders/{orderId}" },
      { ...binding, method: "POST", path: "/orders/{orderId}" },
    ],
  };
  assert.deepEqual(told(await preview(endpointId, wanted)), [
    "http-binding GET /orders/{orderId} changed path",
    "http-binding POST /orders/{orderId} added",
  ]);
  await apply(endpointId, wanted);
  assert.equal((await exported(endpointId)).bindings.length, 2);
});

test("a manifest may be larger than other bodies", async () => {
  const endpointId = await furnish(client, "large");
  const manifest = await exported(endpointId);
  const [drafted] = manifest.functions;
  const many = Array.from({ length: 8 }, (_, n) => ({
    ...drafted!,
    slug: `large-${n}`,
    source: `//${"x".repeat(500_000)}`,
  }));
  const plan = await preview(endpointId, { ...manifest, functions: [...manifest.functions, ...many] });
  assert.equal(plan.changes.filter(({ change }) => change === "added").length, 8);
});
