import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import { fetchManifest } from "../../../doors/internal/testing/fetch-manifest.ts";
import { startScene, type Scene } from "../../../doors/internal/testing/start-scene.ts";
import { inNewProject, exported, push } from "../testing/pushing.ts";
import { claimed, handIn, putAway, serve, sourceOf, stateOf } from "../testing/previewing.ts";

let scene: Scene;
before(async () => {
  scene = await startScene({ holdMs: 300 });
});
afterEach(() => putAway(scene));
after(() => scene[Symbol.asyncDispose]());

const draftsOf = async (client: Parameters<typeof exported>[0]) => JSON.stringify(await exported(client));
const manifestOf = async (id: string) =>
  fetchManifest(scene.worker(), (await stateOf(scene, id))?.digest ?? "nothing is served");

test("serves a source beside Development: drafts and deployments stay as they are", async () => {
  const { client, projectId } = await inNewProject(scene.plane);
  const before = await draftsOf(client);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1, two: 2 }) });
  assert.deepEqual([answer.status, answer.changed, answer.error, answer.problems], ["serving", 2, null, []]);
  const { slug } = await client.getProject({ params: { projectId } });
  const path = `/mcp/preview-one/${slug}/desk`;
  const url = `${scene.plane.settings.publicUrl}${path}`;
  assert.deepEqual(answer.addresses, [{ endpoint: "desk", kind: "mcp", url, path, callerMode: "api-key" }]);
  const state = await stateOf(scene, answer.id);
  assert.deepEqual(
    [
      state?.projectId,
      state?.name,
      state?.deploymentId,
      state?.endpoints.map((one) => [one.slug, one.policy.callerMode]),
    ],
    [projectId, "one", answer.buildId, [["desk", "api-key"]]],
  );
  assert.equal(
    state?.keySha256,
    createHash("sha256")
      .update(answer.key ?? "")
      .digest("hex"),
  );
  const { endpoints, functions } = await manifestOf(answer.id);
  assert.deepEqual(functions.map((one) => one.slug).sort(), ["one", "two"]);
  assert.deepEqual(endpoints[0]?.tools.map(({ toolName }) => toolName).sort(), ["one", "two"]);
  assert.equal(endpoints[0]?.id, state?.endpoints[0]?.id);
  assert.equal(await draftsOf(client), before);
  assert.deepEqual((await client.listDeployments({ query: {} })).items, []);
  const { items } = await client.listPreviews({ query: {} });
  assert.deepEqual(
    items.map((one) => [one.id, one.name, one.status, one.buildId, one.addresses.length]),
    [[answer.id, "one", "serving", answer.buildId, 1]],
  );
});

test("gives what only the preview has the same id with each source, and builds only what has changed", async () => {
  const { client } = await inNewProject(scene.plane);
  const first = await serve(scene, client, { source: sourceOf({ one: 1, two: 2, three: 3 }) });
  assert.deepEqual(first.sent, ["one", "three", "two"]);
  const before = await manifestOf(first.answer.id);
  const second = await serve(scene, client, { source: sourceOf({ one: 10, two: 2, three: 3 }) });
  assert.deepEqual([second.sent, second.answer.changed, second.answer.key], [["one"], 1, undefined]);
  const after = await manifestOf(first.answer.id);
  const ids = (manifest: typeof after) => manifest.functions.map(({ id, slug }) => `${slug} ${id}`).sort();
  assert.deepEqual(ids(after), ids(before));
  assert.deepEqual(
    after.endpoints.map(({ id, tools }) => [id, ...tools.map(({ bindingId }) => bindingId)]),
    before.endpoints.map(({ id, tools }) => [id, ...tools.map(({ bindingId }) => bindingId)]),
  );
  const again = await serve(scene, client, { source: sourceOf({ one: 10, two: 2, three: 3 }) });
  assert.deepEqual([again.sent, again.answer.status], [[], "serving"]);
});

test("uses the ids of Development, and what a deployment has built of drafts that are the same", async () => {
  const { client } = await inNewProject(scene.plane);
  await push(client, sourceOf({ one: 1, two: 2 }));
  await client.createDeployment({ body: {} });
  const worker = scene.worker();
  const job = await claimed(worker);
  await handIn(worker, job);
  const [deployed] = (await client.listDeployments({ query: {} })).items;
  const source = await exported(client);
  const same = await serve(scene, client, { source });
  assert.deepEqual(same.sent, []);
  assert.equal((await stateOf(scene, same.answer.id))?.digest, deployed?.digest);
  const changed = {
    ...source,
    functions: source.functions.map((one) => ({ ...one, source: `${one.source} // changed` })),
  };
  const other = await serve(scene, client, { name: "other", source: changed });
  assert.deepEqual(other.sent, ["one", "two"]);
  const drafts = (await client.listFunctions({ query: {} })).items;
  const manifest = await manifestOf(other.answer.id);
  assert.deepEqual(manifest.functions.map(({ id }) => id).sort(), drafts.map(({ id }) => id).sort());
  // The preview noted nothing of its own texts as builds of the drafts: a deployment still has theirs.
  await client.createDeployment({ body: {} });
  assert.deepEqual((await claimed(worker)).functions, []);
});

test("a build that fails leaves in force what was served, and its fine Functions are not built again", async () => {
  const { client } = await inNewProject(scene.plane);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const before = await stateOf(scene, answer.id);
  const diagnostics = [
    { severity: "error" as const, message: "Expected }.", line: 1, column: 7, code: "TS1005" as const },
  ];
  const failed = await serve(scene, client, {
    source: sourceOf({ one: 11, two: "{" }),
    each: (slug) => (slug === "two" ? { valid: false, diagnostics, bundleDigest: null } : {}),
  });
  assert.equal(failed.answer.status, "failed");
  assert.deepEqual(failed.answer.diagnostics, [{ function: "two", ...diagnostics[0] }]);
  assert.deepEqual([failed.answer.error?.file, failed.answer.error?.line], ["two.ts", 1]);
  assert.deepEqual(failed.answer.addresses, answer.addresses);
  assert.deepEqual(await stateOf(scene, answer.id), before);
  const shown = await client.getPreview({ params: { name: "one" } });
  assert.deepEqual([shown.status, shown.buildId, shown.error?.code], ["failed", answer.buildId, "TS1005"]);
  const mended = await serve(scene, client, { source: sourceOf({ one: 11, two: 2 }) });
  assert.deepEqual([mended.sent, mended.answer.status, mended.answer.error], [["two"], "serving", null]);
});

test("leaves out what the source lacks, or keeps it where the caller says so", async () => {
  const { client } = await inNewProject(scene.plane);
  await push(client, sourceOf({ one: 1, two: 2 }));
  const whole = await serve(scene, client, { source: sourceOf({ two: 20 }) });
  assert.deepEqual(
    (await manifestOf(whole.answer.id)).endpoints.flatMap(({ tools }) => tools.map(({ toolName }) => toolName)),
    ["two"],
  );
  const partial = await serve(scene, client, { name: "part", source: sourceOf({ two: 20 }), delete: false });
  const kept = (await manifestOf(partial.answer.id)).endpoints.flatMap(({ tools }) => tools);
  assert.deepEqual(kept.map(({ toolName }) => toolName).sort(), ["one", "two"]);
});

test("tells workers no more of an ended preview, and its name may be used again", async () => {
  const { client } = await inNewProject(scene.plane);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  await client.endPreview({ params: { name: "one" } });
  assert.equal(await stateOf(scene, answer.id), null);
  await assert.rejects(client.getPreview({ params: { name: "one" } }), { code: "NOT_FOUND" });
  await assert.rejects(client.endPreview({ params: { name: "one" } }), { code: "NOT_FOUND" });
  const again = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  assert.notEqual(again.answer.id, answer.id);
  assert.match(again.answer.key ?? "", /^fer_key_/);
});

test("a new key takes the place of the one before, which is kept nowhere", async () => {
  const { client } = await inNewProject(scene.plane);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const { key } = await client.rotatePreviewKey({ params: { name: "one" } });
  assert.notEqual(key, answer.key);
  const state = await stateOf(scene, answer.id);
  assert.equal(state?.keySha256, createHash("sha256").update(key).digest("hex"));
});
