import assert from "node:assert/strict";
import { test } from "node:test";
import { deployment as deploymentSchema } from "@ferrule/contract/resources/deployment.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { fetchManifest } from "../../../doors/internal/testing/fetch-manifest.ts";
import { startScene, type Scene } from "../../../doors/internal/testing/start-scene.ts";
import { artifactDigest } from "../artifacts/assemble-artifact.ts";
import { actionOf, startAuthor } from "../../../testing/author.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

const claimBuild = async (worker: ReturnType<Scene["worker"]>) => {
  const job = await worker.claim(["build"]);
  assert.equal(job?.kind, "build");
  return job;
};

test("deploys the frozen drafts, activates their artifact and says what changed", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("look-up");
  const endpointId = await author.addEndpoint("orders");
  await author.bindTool(endpointId, functionId, "look_up");
  const queued = await author.deploy();
  assert.equal(queued.status, "queued");
  assert.equal(queued.number, 1);
  deploymentSchema.parse(queued);

  const worker = scene.worker();
  const job = await claimBuild(worker);
  assert.equal(job.deploymentId, queued.id);
  assert.deepEqual(
    job.functions.map(({ id, slug, revision }) => ({ id, slug, revision })),
    [{ id: functionId, slug: "look-up", revision: 1 }],
  );
  assert.equal((await author.get(queued.id)).status, "building");
  const log = [{ at: new Date().toISOString(), level: "info", message: "type-checking" }];
  const report = await worker.progress(job, { done: 1, total: 1, step: "bundling", logs: log });
  assert.deepEqual(report.body, { cancelled: false });
  assert.deepEqual((await author.get(queued.id)).progress, { done: 1, total: 1, step: "bundling" });
  assert.equal((await worker.complete(job, await worker.build(job))).status, 204);

  const done = await author.get(queued.id);
  assert.equal(done.status, "completed");
  assert.equal(done.active, true);
  assert.ok(done.log.some(({ message }) => message === "type-checking"));
  assert.deepEqual(done.functions, [{ functionId, revision: 1 }]);
  assert.deepEqual(
    done.changes.map(({ kind, name, change }) => `${change} ${kind} ${name}`),
    ["added function look-up", "added endpoint orders", "added mcp-binding orders: look_up"],
  );
  const manifest = await fetchManifest(worker, done.digest);
  assert.equal(artifactDigest(manifest), done.digest);
  assert.equal(manifest.functions[0]?.description, "Derived for look-up.");
  const derived = await scene.query((tx) =>
    tx.selectFrom("functions").select("derived").where("id", "=", functionId).executeTakeFirst(),
  );
  assert.equal(derived?.derived?.description, "Derived for look-up.");
});

test("gives the same drafts the same digest, and other drafts another", async () => {
  const author = await startAuthor(scene);
  const worker = scene.worker();
  const functionId = await author.addFunction("steady");
  const digests: (string | null)[] = [];
  for (const edit of [false, false, true]) {
    if (edit)
      await scene.query((tx) => sql`update functions set timeout_ms = 500 where id = ${functionId}`.execute(tx));
    const { id } = await author.deploy();
    const job = await claimBuild(worker);
    await worker.complete(job, await worker.build(job));
    digests.push((await author.get(id)).digest);
  }
  assert.equal(digests[0], digests[1]);
  assert.notEqual(digests[1], digests[2]);
});

test("gives a draft that was edited and edited back the digest it had, though it is another revision", async () => {
  const author = await startAuthor(scene);
  const worker = scene.worker();
  const functionId = await author.addFunction("returning", { source: "// one" });
  const digests: (string | null)[] = [];
  const runs: number[] = [];
  for (const source of ["// one", "// two", "// one"]) {
    await author.client.updateFunction({ params: { functionId }, body: { source } });
    const { id } = await author.deploy();
    const job = await claimBuild(worker);
    await worker.complete(job, await worker.build(job));
    digests.push((await author.get(id)).digest);
    const { items } = await author.client.listFunctionVersions({ params: { functionId } });
    runs.push(...items.filter(({ activeIn }) => activeIn.includes("development")).map(({ revision }) => revision));
  }
  assert.equal(digests[0], digests[2]);
  assert.notEqual(digests[0], digests[1]);
  assert.deepEqual(runs, [1, 2, 3], "what runs is known by its revision all the same");
});

test("builds what was frozen, and leaves what was derived off a draft that was edited since", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("moving", { source: "// before" });
  await author.deploy();
  await scene.query((tx) =>
    sql`update functions set source = '// after', revision = 2 where id = ${functionId}`.execute(tx),
  );
  const worker = scene.worker();
  const job = await claimBuild(worker);
  assert.equal(job.functions[0]?.source, "// before");
  await worker.complete(job, await worker.build(job));
  const row = await scene.query((tx) =>
    tx.selectFrom("functions").select("derived").where("id", "=", functionId).executeTakeFirst(),
  );
  assert.equal(row?.derived, null);
});

test("fails a deployment whose Function is invalid, with file, line and fix, and leaves what is active", async () => {
  const author = await startAuthor(scene);
  const worker = scene.worker();
  await author.addFunction("sound");
  const first = await author.deploy();
  const firstJob = await claimBuild(worker);
  await worker.complete(firstJob, await worker.build(firstJob));
  const broken = await author.addFunction("broken");
  const { id } = await author.deploy();
  const job = await claimBuild(worker);
  const diagnostic = {
    severity: "error" as const,
    message: "Cannot find name 'procss'. Did you mean ctx?",
    line: 3,
    column: 7,
    code: "TS2552" as const,
  };
  const result = await worker.build(job, (functionId) =>
    functionId === broken
      ? { valid: false, diagnostics: [diagnostic, { ...diagnostic, line: 9 }], bundleDigest: null }
      : {},
  );
  assert.equal((await worker.complete(job, result)).status, 204);
  const failed = await author.get(id);
  assert.equal(failed.status, "failed");
  assert.deepEqual(failed.error, {
    code: "TS2552",
    step: "build",
    message: "Function broken: Cannot find name 'procss'. Did you mean ctx?",
    file: "broken.ts",
    line: 3,
  });
  assert.equal(failed.log.filter(({ message }) => message.startsWith("broken.ts:")).length, 2);
  assert.equal((await author.get(first.id)).active, true);
});

test("fails a deployment whose tool is bound to a Function that takes no object", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("text-only");
  await author.bindTool(await author.addEndpoint("tools"), functionId, "text_only");
  const { id } = await author.deploy();
  const worker = scene.worker();
  const job = await claimBuild(worker);
  const derived = { inputSchema: { type: "string" }, outputSchema: null, description: "" };
  assert.equal((await worker.complete(job, await worker.build(job, () => ({ derived })))).status, 204);
  const { status, error } = await author.get(id);
  assert.equal(status, "failed");
  assert.equal(error?.code, "INPUT_NOT_AN_OBJECT");
  assert.equal(error?.file, "text-only.ts");
});

test("supersedes a queued deployment that has not begun, and queues behind one that has", async () => {
  const author = await startAuthor(scene);
  const worker = scene.worker();
  const building = await author.deploy();
  const job = await claimBuild(worker);
  const superseded = await author.deploy();
  const last = await author.deploy();
  const { status, error } = await author.get(superseded.id);
  assert.equal(status, "cancelled");
  assert.equal(error?.code, "SUPERSEDED");
  assert.match(error?.message ?? "", /#3/);
  assert.equal((await author.get(building.id)).status, "building");
  assert.equal(await worker.claim(["build"]), null, "one build at a time per Project");
  await worker.complete(job, await worker.build(job));
  const next = await claimBuild(worker);
  assert.equal(next.deploymentId, last.id);
  await worker.complete(next, await worker.build(next));
  assert.equal((await author.get(last.id)).active, true);
  assert.equal((await author.get(building.id)).active, false);
});

test("numbers deployments without gaps and leaves one in the queue when many are asked for at once", async () => {
  const author = await startAuthor(scene);
  await Promise.all(Array.from({ length: 8 }, () => author.deploy()));
  const { items } = await author.client.listDeployments();
  assert.deepEqual(
    items.map(({ number }) => number),
    [8, 7, 6, 5, 4, 3, 2, 1],
  );
  assert.deepEqual(
    items.map(({ status }) => status),
    ["queued", ...Array.from({ length: 7 }, () => "cancelled")],
  );
  const page = await author.client.listDeployments({ query: { limit: 5 } });
  const rest = await author.client.listDeployments({ query: { limit: 5, cursor: page.nextCursor ?? "" } });
  assert.deepEqual(
    rest.items.map(({ number }) => number),
    [3, 2, 1],
  );
  assert.equal(rest.nextCursor, null);
  await author.cancel(items[0]?.id ?? "");
});

test("cancels a building deployment, whose worker then hears of it and cannot complete it", async () => {
  const author = await startAuthor(scene);
  const worker = scene.worker();
  const { id } = await author.deploy();
  const job = await claimBuild(worker);
  const cancelled = await author.cancel(id);
  assert.equal(cancelled.status, "cancelled");
  assert.equal(actionOf(cancelled, "cancel")?.allowed, false);
  assert.deepEqual((await worker.progress(job)).body, { cancelled: true });
  const late = await worker.complete(job, await worker.build(job));
  assert.equal(late.status, 409);
  assert.equal((await author.get(id)).status, "cancelled");
  await assert.rejects(author.cancel(id), { code: "INVALID_STATE" });
});

test("refuses cancelling to a role that may not deploy to its target", async () => {
  const author = await startAuthor(scene);
  const { id } = await author.deploy();
  const params = { projectDeploymentId: id };
  const operator = await author.as("operator");
  await assert.rejects(operator.cancelDeployment({ params }), { code: "FORBIDDEN" });
  const seen = await operator.getDeployment({ params });
  assert.deepEqual(actionOf(seen, "cancel"), {
    action: "cancel",
    allowed: false,
    reason: "Your role does not allow this in development.",
  });
  await (await author.as("developer")).cancelDeployment({ params });
});

test("answers another Project's deployment as one that does not exist", async () => {
  const [author, other] = [await startAuthor(scene), await startAuthor(scene)];
  const { id } = await author.deploy();
  await assert.rejects(other.get(id), { code: "NOT_FOUND" });
  await assert.rejects(other.cancel(id), { code: "NOT_FOUND" });
  await author.cancel(id);
});

test("takes a completion that is said twice once, and refuses one whose bundle was not uploaded", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("only");
  const { id } = await author.deploy();
  const worker = scene.worker();
  const job = await claimBuild(worker);
  const result = await worker.build(job);
  const lacking = await worker.build(job, () => ({ bundleDigest: "0".repeat(64) }));
  assert.equal((await worker.complete(job, lacking)).status, 400);
  assert.equal((await author.get(id)).status, "building");
  assert.equal((await worker.complete(job, { kind: "build", functions: [] })).status, 400);
  assert.equal((await worker.complete(job, result)).status, 204);
  const once = await author.get(id);
  assert.equal((await worker.complete(job, result)).status, 204);
  assert.deepEqual(await author.get(id), once);
});
