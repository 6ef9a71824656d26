import assert from "node:assert/strict";
import { test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);

const inNewProject = async () => {
  const { id: projectId } = await plane.createProject();
  return { projectId, client: await plane.signInAs("owner", projectId) };
};
const addEndpoint = async (client: Client) =>
  (await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "desk" } })).id;
const exported = (client: Client, endpointId: string): Promise<Manifest> =>
  client.getManifest({ params: { endpointId } });
const preview = (client: Client, endpointId: string, manifest: Manifest) =>
  client.previewManifest({ params: { endpointId }, body: { manifest } });
async function apply(client: Client, endpointId: string, manifest: Manifest) {
  const { digest } = await preview(client, endpointId, manifest);
  return client.applyManifest({ params: { endpointId }, body: { manifest, previewDigest: digest } });
}
const told = ({ changes }: Awaited<ReturnType<typeof preview>>) =>
  changes.map(({ kind, name, change, fields }) => [kind, name, change, fields.join(" ")].join(" ").trim());

const schema = { type: "object" as const, properties: { word: { type: "string" } } };

/** A Function that reads `orders`: in Development by its own grant, in Production by its endpoint's. */
async function granted() {
  const { client, projectId } = await inNewProject();
  const endpointId = await addEndpoint(client);
  const permissions = { collections: [{ name: "orders", access: "read" as const }], secrets: ["ORDERS_TOKEN"] };
  const body = { slug: "look-up", source: "export default () => 1;", permissions };
  const { id: functionId } = await client.createFunction({ body });
  const tool = { functionId, toolName: "look_up", description: "Looks up." };
  await client.createMcpBinding({ params: { endpointId }, body: tool });
  const { id: collectionId } = await client.createDataCollection({ body: { name: "orders", schema } });
  const params = { collectionId };
  const own = { subject: { kind: "function" as const, id: functionId }, access: "read" as const };
  await client.replaceDataCollectionGrant({ params, body: { ...own, environment: "development" } });
  const whole = { subject: { kind: "endpoint" as const, id: endpointId }, access: "read-write" as const };
  await client.replaceDataCollectionGrant({ params, body: { ...whole, environment: "production" } });
  return { client, projectId, endpointId, functionId, collectionId };
}

const grants = [
  { collection: "orders", environment: "development", function: "look-up", access: "read" },
  { collection: "orders", environment: "production", access: "read-write" },
];

test("an export carries the grants of its endpoint and Functions, and its import gives them", async () => {
  const { client, endpointId } = await granted();
  const manifest = await exported(client, endpointId);
  assert.deepEqual(manifest.grants, grants);
  assert.deepEqual(told(await preview(client, endpointId, manifest)), []);

  const elsewhere = await inNewProject();
  const there = await addEndpoint(elsewhere.client);
  const plan = await apply(elsewhere.client, there, manifest);
  assert.deepEqual(
    told(plan).filter((line) => line.startsWith("data-collection-grant")),
    [
      "data-collection-grant orders: look-up in development added",
      "data-collection-grant orders: the endpoint in production added",
    ],
  );
  assert.deepEqual(plan.missing.grants, []);
  assert.deepEqual((await exported(elsewhere.client, there)).grants, grants);
  assert.deepEqual(told(await preview(elsewhere.client, there, manifest)), []);
});

test("grants that a manifest does not have go, and stay where it says nothing of grants", async () => {
  const { client, endpointId } = await granted();
  const manifest = await exported(client, endpointId);
  const { grants: _, ...silent } = manifest;
  assert.deepEqual(told(await preview(client, endpointId, silent)), []);
  const [own] = manifest.grants ?? [];
  assert.ok(own);
  const fewer = { ...manifest, grants: [{ ...own, access: "write" as const }] };
  const plan = await apply(client, endpointId, fewer);
  assert.deepEqual(told(plan), [
    "data-collection-grant orders: look-up in development changed access",
    "data-collection-grant orders: the endpoint in production removed",
  ]);
  assert.deepEqual(plan.missing.grants, [
    { function: "look-up", collection: "orders", access: "read", environment: "development" },
    { function: "look-up", collection: "orders", access: "read", environment: "production" },
  ]);
  assert.deepEqual((await exported(client, endpointId)).grants, fewer.grants);
});

test("refuses a grant of what the manifest does not have, and one that stands twice", async () => {
  const { client, endpointId } = await granted();
  const manifest = await exported(client, endpointId);
  const [own] = manifest.grants ?? [];
  assert.ok(own);
  const refused = preview(client, endpointId, {
    ...manifest,
    grants: [own, own, { ...own, function: "nobody" }, { ...own, collection: "nothing" }],
  });
  await assert.rejects(refused, (error: { details?: { issues: { path: string }[] } }) => {
    assert.deepEqual(error.details?.issues.map(({ path }) => path).sort(), [
      "body.manifest.grants.1.collection",
      "body.manifest.grants.2.function",
      "body.manifest.grants.3.collection",
    ]);
    return true;
  });
});

test("says what is missing: secrets that are only referred to, collections and grants", async () => {
  const { client, endpointId } = await granted();
  const { digest: _, ...manifest } = await exported(client, endpointId);
  const elsewhere = await inNewProject();
  const there = await addEndpoint(elsewhere.client);
  const body = { name: "ONLY_HERE", environment: "development" as const, value: "some value or other" };
  await elsewhere.client.createSecret({ body });
  const bare = { ...manifest, collections: [], grants: [], secretRefs: ["ONLY_HERE", "REFERRED"] };
  const { missing, warnings } = await preview(elsewhere.client, there, bare);
  assert.deepEqual(missing, {
    secrets: ["ONLY_HERE", "ORDERS_TOKEN", "REFERRED"],
    connections: [],
    libraries: [],
    collections: ["orders"],
    grants: ["development", "production"].map((environment) => ({
      function: "look-up",
      collection: "orders",
      access: "read",
      environment,
    })),
  });
  assert.ok(warnings.includes("In production there is no secret ONLY_HERE, ORDERS_TOKEN, REFERRED."), warnings.join());
});

test("an export of an endpoint that offers nothing is imported, also over one that offers something", async () => {
  const empty = await inNewProject();
  const emptyId = await addEndpoint(empty.client);
  const manifest = await exported(empty.client, emptyId);
  assert.deepEqual(told(await apply(empty.client, emptyId, manifest)), []);
  const { client, endpointId } = await granted();
  const plan = await apply(client, endpointId, manifest);
  assert.ok(told(plan).includes("mcp-binding look_up removed"), told(plan).join());
  assert.deepEqual((await exported(client, endpointId)).bindings, []);
});

test("the audit tells of each change what was there before and after, and no source", async () => {
  const { client, projectId, endpointId } = await granted();
  const manifest = await exported(client, endpointId);
  const [drafted] = manifest.functions;
  assert.ok(drafted);
  const source = "export default () => 'a source that is not told';";
  const functions = [{ ...drafted, name: "Renamed", source }];
  await apply(client, endpointId, { ...manifest, functions, grants: [] });
  const { items } = await client.listAuditEvents({ query: { projectId, action: "manifest.apply" } });
  const changes = items[0]?.changes["changes"] as Record<string, unknown>[];
  const { before, after, ...change } = changes[0] as { before: Record<string, string>; after: Record<string, string> };
  assert.deepEqual(change, { kind: "function", name: "look-up", change: "changed", fields: ["name", "source"] });
  assert.deepEqual([before["name"], after["name"]], [drafted.name, "Renamed"]);
  assert.match(before["source"] ?? "", /^sha256:[0-9a-f]{64} \(23 characters\)$/);
  assert.ok(!JSON.stringify(changes).includes("not told"));
  assert.deepEqual(changes[1], {
    kind: "data-collection-grant",
    name: "orders: look-up in development",
    change: "removed",
    fields: [],
    before: { access: "read" },
    after: null,
  });
});
