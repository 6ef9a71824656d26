import assert from "node:assert/strict";
import { test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { deployDrafts } from "../../testing/deploy-drafts.ts";
import { issuePaths } from "../../testing/refusal.ts";

const plane = duringTests(() => startTestControlPlane({ publicUrl: "https://ferrule.example.com" }));
const project = duringTests(() => plane.createProject());
const client = duringTests(() => plane.signInAs("developer", project.id));

let made = 0;
const create = (over: object = {}) =>
  client.createRuntimeEndpoint({ body: { kind: "mcp", slug: `endpoint-${(made += 1)}`, ...over } });

test("creates an endpoint with its URLs, limits and an api-key policy in both environments", async () => {
  const created = await create({ slug: "tools", description: "Tools" });
  const { id, projectId, createdAt, updatedAt, ...rest } = created;
  const policy = { mode: "api-key", activeKeys: 0 };
  assert.deepEqual(rest, {
    kind: "mcp",
    slug: "tools",
    name: "tools",
    description: "Tools",
    instructions: "",
    unknownArguments: "refuse",
    status: "active",
    urls: {
      development: `https://ferrule.example.com/mcp/development/${project.slug}/tools`,
      production: `https://ferrule.example.com/mcp/production/${project.slug}/tools`,
    },
    limits: { requestsPerMinute: 600, maxBodyBytes: 1_048_576 },
    deployed: { development: false, production: false },
    policy: { development: policy, production: policy },
    revision: 1,
  });
  assert.deepEqual([projectId, createdAt], [project.id, updatedAt]);
  assert.deepEqual(await client.getRuntimeEndpoint({ params: { endpointId: id } }), created);
  const { items } = await client.listEndpointAuthPolicies({ params: { endpointId: id } });
  assert.deepEqual(
    items.map(({ environment, caller, permissions, allowedOrigins }) => [
      environment,
      caller,
      permissions,
      allowedOrigins,
    ]),
    [
      ["development", { mode: "api-key" }, "*", []],
      ["production", { mode: "api-key" }, "*", []],
    ],
  );
});

test("unknown arguments can be ignored on an MCP endpoint: in its answers, its manifest and what is deployed", async () => {
  const { id, revision } = await create({ slug: "lenient" });
  const params = { endpointId: id };
  await deployDrafts(plane, client);
  const headers = { "if-match": `"${revision}"` };
  const changed = await client.updateRuntimeEndpoint({ params, body: { unknownArguments: "ignore" }, headers });
  assert.equal(changed.unknownArguments, "ignore");
  const { changes } = await client.previewDeployment();
  assert.deepEqual(
    changes.map(({ kind, fields }) => [kind, fields]),
    [["endpoint", ["unknownArguments"]]],
  );
  await deployDrafts(plane, client);
  assert.deepEqual((await client.previewDeployment()).changes, []);
  const manifest = await client.getManifest({ params });
  assert.equal(manifest.endpoint.unknownArguments, "ignore");
  const turned = { ...manifest, endpoint: { ...manifest.endpoint, unknownArguments: "refuse" as const } };
  const { digest } = await client.previewManifest({ params, body: { manifest: turned } });
  await client.applyManifest({ params, body: { manifest: turned, previewDigest: digest } });
  assert.equal((await client.getRuntimeEndpoint({ params })).unknownArguments, "refuse");
  const { changes: back } = await client.previewDeployment();
  assert.deepEqual(
    back.map(({ breaking, uncalled }) => [breaking, uncalled]),
    [[[], ["Endpoint lenient refuses arguments that a tool does not know, which it ignored before."]]],
  );
  const wrong = { kind: "http" as const, slug: "strict", unknownArguments: "ignore" as const };
  assert.deepEqual(await issuePaths(client.createRuntimeEndpoint({ body: wrong })), ["body.unknownArguments"]);
});

test("calls an HTTP API below /http", async () => {
  const { urls } = await create({ kind: "http", slug: "orders" });
  assert.equal(urls.production, `https://ferrule.example.com/http/production/${project.slug}/orders`);
});

test("refuses a slug that the Project has, of whatever kind", async () => {
  await create({ slug: "twice" });
  await assert.rejects(create({ slug: "twice", kind: "http" }), { status: 409, code: "CONFLICT" });
});

test("answers another Project's endpoint as one that does not exist", async () => {
  const { id } = await create();
  const stranger = await plane.signInAs("owner");
  const params = { endpointId: id };
  const gone = { status: 404, code: "NOT_FOUND" };
  await assert.rejects(stranger.getRuntimeEndpoint({ params }), gone);
  await assert.rejects(stranger.updateRuntimeEndpoint({ params, body: { name: "Mine" } }), gone);
  await assert.rejects(stranger.disableRuntimeEndpoint({ params }), gone);
  assert.ok(!(await stranger.listRuntimeEndpoints()).items.some((item) => item.id === id));
});

test("merges texts and single limits", async () => {
  const { id } = await create({ limits: { requestsPerMinute: 10 } });
  const params = { endpointId: id };
  const updated = await client.updateRuntimeEndpoint({
    params,
    body: { instructions: "Be kind.", limits: { maxBodyBytes: 2_048 } },
    headers: { "if-match": '"1"' },
  });
  assert.deepEqual(updated.limits, { requestsPerMinute: 10, maxBodyBytes: 2_048 });
  assert.deepEqual([updated.instructions, updated.revision], ["Be kind.", 2]);
  await assert.rejects(client.updateRuntimeEndpoint({ params, body: { name: "x" }, headers: { "if-match": '"1"' } }), {
    status: 412,
    code: "REVISION_CONFLICT",
  });
  const tooMany = client.updateRuntimeEndpoint({ params, body: { limits: { requestsPerMinute: 1_000_001 } } });
  assert.deepEqual(await issuePaths(tooMany), ["body.limits.requestsPerMinute"]);
});

test("lets an operator disable and enable, each once", async () => {
  const { id } = await create();
  const operator = await plane.signInAs("operator", project.id);
  const params = { endpointId: id };
  assert.equal((await operator.disableRuntimeEndpoint({ params })).status, "disabled");
  await assert.rejects(operator.disableRuntimeEndpoint({ params }), { status: 409, code: "INVALID_STATE" });
  assert.equal((await operator.enableRuntimeEndpoint({ params })).status, "active");
  await assert.rejects(operator.enableRuntimeEndpoint({ params }), { status: 409, code: "INVALID_STATE" });
  await assert.rejects(operator.createRuntimeEndpoint({ body: { kind: "mcp", slug: "mine" } }), { status: 403 });
});

test("says where an endpoint is deployed and how many keys open it", async () => {
  const { id: projectId } = await plane.createProject();
  const owner = await plane.signInAs("owner", projectId);
  const old = await owner.createRuntimeEndpoint({ body: { kind: "mcp", slug: "old" } });
  await deployDrafts(plane, owner);
  await owner.createRuntimeEndpoint({ body: { kind: "mcp", slug: "new" } });
  const params = { endpointId: old.id };
  const past = new Date(Date.now() + 60_000).toISOString();
  const revoked = await owner.createApiKey({ params, body: { name: "Revoked", environment: "development" } });
  await owner.createApiKey({ params, body: { name: "Agent", environment: "development", expiresAt: past } });
  await owner.createApiKey({ params, body: { name: "Live", environment: "production" } });
  await owner.deleteApiKey({ params: { ...params, keyId: revoked.id } });
  const { items } = await owner.listRuntimeEndpoints();
  assert.deepEqual(
    items.map(({ slug, deployed, policy }) => [slug, deployed, policy.development.activeKeys]),
    [
      ["new", { development: false, production: false }, 0],
      ["old", { development: true, production: false }, 1],
    ],
  );
});

test("lists one kind, a page at a time, and takes a cursor for the same filter only", async () => {
  const { id: projectId } = await plane.createProject();
  const author = await plane.signInAs("developer", projectId);
  for (const slug of ["a", "b", "c"]) await author.createRuntimeEndpoint({ body: { kind: "http", slug } });
  await author.createRuntimeEndpoint({ body: { kind: "mcp", slug: "d" } });
  const first = await author.listRuntimeEndpoints({ query: { kind: "http", limit: 2 } });
  assert.deepEqual(
    first.items.map(({ slug }) => slug),
    ["c", "b"],
  );
  const cursor = first.nextCursor ?? "";
  const second = await author.listRuntimeEndpoints({ query: { kind: "http", limit: 2, cursor } });
  assert.deepEqual([second.items.map(({ slug }) => slug), second.nextCursor], [["a"], null]);
  assert.deepEqual(await issuePaths(author.listRuntimeEndpoints({ query: { cursor } })), ["query.cursor"]);
});

test("audits a disable with the state before and after", async () => {
  const { id } = await create();
  await client.disableRuntimeEndpoint({ params: { endpointId: id } });
  const owner = await plane.signInAs("owner");
  const { items } = await owner.listAuditEvents({ query: { targetId: id, action: "runtime-endpoint.disable" } });
  assert.deepEqual(items[0]?.changes, { before: { status: "active" }, after: { status: "disabled" } });
});
