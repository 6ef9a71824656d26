import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { fetchManifest } from "../../doors/internal/testing/fetch-manifest.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";
import { deployed } from "../../testing/released.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

const diagnostic = {
  severity: "error" as const,
  message: "';' expected.",
  line: 3,
  column: 9,
  code: "TS1005" as const,
};
const problem = { message: diagnostic.message, line: 3, column: 9, code: "TS1005" };

async function deploysOnly(author: Author, id: string): Promise<string[]> {
  const { digest } = await author.get(id);
  return (await fetchManifest(scene.worker(), digest)).functions.map(({ slug }) => slug);
}

/** Has a worker report that a draft does not build. */
async function refuse(author: Author, functionId: string): Promise<void> {
  const answer = author.client.validateFunction({ params: { functionId }, body: {} });
  const worker = scene.worker();
  const job = await worker.claim(["validate"]);
  assert.ok(job?.kind === "validate");
  const derived = { inputSchema: null, outputSchema: null, description: "" };
  const refused = { id: functionId, valid: false, diagnostics: [diagnostic], derived, bundleDigest: null };
  await worker.complete(job, { kind: "validate", function: refused });
  assert.equal((await answer).valid, false);
}

test("a broken draft that nothing binds holds nobody up, and is told with its problems", async () => {
  const author = await startAuthor(scene);
  await author.bindTool(
    await author.addEndpoint("desk"),
    await author.addFunction("sound", { called: false }),
    "sound",
  );
  const broken = await author.addFunction("broken", { called: false });
  await refuse(author, broken);
  const told = [{ functionId: broken, slug: "broken", problems: [problem] }];
  const preview = await author.client.previewDeployment({ query: {} });
  assert.deepEqual(preview.notDeployed, told);
  assert.deepEqual(
    preview.warnings.filter((warning) => warning.includes("broken")),
    [],
  );

  const asked = await author.client.createDeployment({ body: {} });
  assert.deepEqual(asked.notDeployed, told);
  const worker = scene.worker();
  const job = await worker.claim(["build"]);
  assert.ok(job?.kind === "build");
  assert.deepEqual(
    job.functions.map(({ slug }) => slug),
    ["sound"],
  );
  await worker.complete(job, await worker.build(job));
  const done = await author.get(asked.id);
  assert.deepEqual([done.status, done.notDeployed, done.functions.length], ["completed", told, 1]);
  assert.ok(done.log.some(({ message }) => message.startsWith("Function broken is not deployed: nothing binds it.")));
  assert.deepEqual(await deploysOnly(author, asked.id), ["sound"]);
  const { status } = await author.client.getFunction({ params: { functionId: broken } });
  assert.equal(status, "draft");
  const release = await author.client.releaseDeployment({ body: { projectDeploymentId: asked.id } });
  assert.deepEqual((await author.get(release.id)).notDeployed, told);

  await author.client.updateFunction({ params: { functionId: broken }, body: { source: "// mended" } });
  const { notDeployed } = await author.client.previewDeployment({ query: {} });
  assert.deepEqual(notDeployed, [{ functionId: broken, slug: "broken", problems: [] }], "not known of another source");
});

test("deploys what an enabled binding or a cron calls, and leaves out what is only bound by a disabled one", async () => {
  const author = await startAuthor(scene);
  const [tools, api] = [await author.addEndpoint("tools"), await author.addEndpoint("api", "http")];
  const add = (slug: string) => author.addFunction(slug, { called: false });
  const [tool, off, route] = [await add("tool"), await add("off"), await add("route")];
  await author.addFunction("scheduled");
  await author.bindTool(tools, tool, "tool");
  const bindingId = await author.bindTool(tools, off, "off");
  const binding = { endpointId: tools, bindingId };
  await author.client.updateMcpBinding({ params: binding, body: { enabled: false } });
  const http = { functionId: route, method: "GET" as const, path: "/route" };
  await author.client.createHttpBinding({ params: { endpointId: api }, body: http });
  const first = await deployed(scene, author);
  assert.deepEqual((await deploysOnly(author, first.id)).sort(), ["route", "scheduled", "tool"]);
  assert.deepEqual(
    (await author.get(first.id)).notDeployed.map(({ slug }) => slug),
    ["off"],
  );

  await author.client.updateMcpBinding({ params: binding, body: { enabled: true } });
  const second = await deployed(scene, author);
  assert.ok((await deploysOnly(author, second.id)).includes("off"));
  await author.client.deleteMcpBinding({ params: binding });
  const preview = await author.client.previewDeployment({ query: {} });
  assert.ok(
    preview.changes.some(({ kind, name, change }) => kind === "function" && name === "off" && change === "removed"),
  );
  const third = await deployed(scene, author);
  assert.ok(!(await deploysOnly(author, third.id)).includes("off"));
  assert.equal((await author.client.getFunction({ params: { functionId: off } })).status, "draft");
});

test("a bound draft that is known to be broken is said before it fails", async () => {
  const author = await startAuthor(scene);
  const broken = await author.addFunction("shaky", { called: false });
  await author.bindTool(await author.addEndpoint("desk"), broken, "shaky");
  const { id } = await author.deploy();
  const worker = scene.worker();
  const job = await worker.claim(["build"]);
  assert.ok(job?.kind === "build");
  await worker.complete(
    job,
    await worker.build(job, () => ({ valid: false, diagnostics: [diagnostic], bundleDigest: null })),
  );
  assert.equal((await author.get(id)).status, "failed");
  const { warnings, notDeployed } = await author.client.previewDeployment({ query: {} });
  assert.deepEqual(warnings, ["The deployment would fail. Function shaky: ';' expected. (shaky.ts:3)"]);
  assert.deepEqual(notDeployed, []);
});

test("what is deployed is not deleted, and says where it is", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("used", { called: false });
  const endpointId = await author.addEndpoint("desk");
  const bindingId = await author.bindTool(endpointId, functionId, "used");
  const { id: projectDeploymentId } = await deployed(scene, author);
  const released = await author.client.releaseDeployment({ body: { projectDeploymentId } });
  await author.client.deleteMcpBinding({ params: { endpointId, bindingId } });
  const remove = () => author.client.deleteFunction({ params: { functionId } });
  const production = { environment: "production", projectDeploymentId: released.id, number: released.number };
  await assert.rejects(remove, {
    status: 409,
    code: "IN_USE",
    message: "In Production and Development the Function is still deployed. Deploy and release without it first.",
    details: { deployments: [production, { environment: "development", projectDeploymentId, number: 1 }] },
  });
  const next = await deployed(scene, author);
  await assert.rejects(remove, { code: "IN_USE", details: { deployments: [production] } });
  await author.client.releaseDeployment({ body: { projectDeploymentId: next.id } });
  await remove();
});

test("a deployment under way keeps its Functions", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("used", { called: false });
  const endpointId = await author.addEndpoint("desk");
  const bindingId = await author.bindTool(endpointId, functionId, "used");
  const { id } = await author.deploy();
  await author.client.deleteMcpBinding({ params: { endpointId, bindingId } });
  const remove = () => author.client.deleteFunction({ params: { functionId } });
  await assert.rejects(remove, { code: "IN_USE" });
  await author.cancel(id);
  await remove();
});

test("a run in Production keeps the grants of its deployed endpoints when the draft's binding goes", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("used");
  const endpointId = await author.addEndpoint("desk");
  const bindingId = await author.bindTool(endpointId, functionId, "used");
  const schema = { type: "object" as const, properties: { word: { type: "string" } } };
  const collection = await author.client.createDataCollection({ body: { name: "words", schema } });
  await author.client.replaceDataCollectionGrant({
    params: { collectionId: collection.id },
    body: { subject: { kind: "endpoint", id: endpointId }, access: "read", environment: "production" },
  });
  const { id: projectDeploymentId } = await deployed(scene, author);
  await author.client.releaseDeployment({ body: { projectDeploymentId } });
  await author.client.deleteMcpBinding({ params: { endpointId, bindingId } });
  const mayRead = () =>
    scene.query(async (tx) => {
      const { rows } = await sql<{ mayRead: boolean }>`select may_read from ferrule_granted_collection(
        ${author.projectId}, 'production', 'words', ${functionId}, null)`.execute(tx);
      return rows[0]?.mayRead;
    });
  assert.equal(await mayRead(), true);
  const next = await deployed(scene, author);
  await author.client.releaseDeployment({ body: { projectDeploymentId: next.id } });
  assert.equal(await mayRead(), false);
});
