import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import type { BuildJob, BuiltFunction, KnownBuild } from "@ferrule/contract/internal/jobs.ts";
import type { StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { NewRun } from "@ferrule/contract/internal/runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor } from "../../../testing/author.ts";
import { collectUnused } from "./collect-unused.ts";
import { restScheduler } from "../../../testing/rest-scheduler.ts";

const scene = duringTests(() => startScene({ holdMs: 500 }));
before(async () => {
  await restScheduler(scene.app);
});

const keyOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Deploys the drafts; each Function's result has a key. Returns what was built. */
async function deploy(author: Awaited<ReturnType<typeof startAuthor>>): Promise<BuiltFunction[]> {
  const worker = scene.worker();
  const { id } = await author.deploy();
  const job = (await worker.claim(["build"])) as BuildJob;
  const sources = new Map(job.functions.map((one) => [one.id, one.source]));
  const result = await worker.build(job, (functionId) => ({ buildKey: keyOf(sources.get(functionId) ?? "") }));
  assert.equal((await worker.complete(job, result)).status, 204);
  assert.equal((await author.get(id)).status, "completed");
  assert.ok(result.kind === "build");
  return result.functions;
}

const known = async (keys: string[]): Promise<KnownBuild[]> => {
  const { body } = await scene.worker().ask("listKnownBuilds", { keys });
  return body["builds"] as KnownBuild[];
};
const isStored = async (digest: string) => {
  const { body } = await scene.worker().ask("listBundles", { digests: [digest] });
  return (body["bundles"] as unknown[]).length === 1;
};

/** A run that stays with the deployment of its first attempt. Returns its id. */
async function storeRun(projectId: string, functionId: string): Promise<string> {
  const run: NewRun = {
    id: identifier("run"),
    environment: "development",
    functionId,
    mode: "durable",
    source: "http",
    endpointId: null,
    bindingId: null,
    deploymentId: null,
    tenantId: "default",
    caller: { kind: "anonymous", id: null, name: null },
    requestId: identifier("req"),
    key: null,
    concurrencyKey: null,
    delayMs: 0,
    priority: 0,
    deadlineSeconds: 30 * 86_400,
    onRelease: "stay",
    concurrency: null,
    rate: null,
    input: "{}",
    shownInput: "{}",
    approval: null,
    trace: null,
  };
  const { status } = await scene.worker().ask("startRuns", { projectId, runs: [run] });
  assert.equal(status, 200);
  return run.id;
}

/** Pretends that nothing has been used for this long. */
const age = (days: number) =>
  scene.query(async (tx) => {
    for (const table of ["bundles", "build_results", "artifacts"])
      await sql`update ${sql.table(table)} set last_used_at = now() - ${days} * interval '1 day'`.execute(tx);
  });

test("a worker is told what another one has built, in a deployment that was stored, and of nothing else", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("shared", { source: "// shared" });
  const key = keyOf("// shared");
  assert.deepEqual(await known([key]), []);
  const [built] = await deploy(author);
  assert.ok(built);
  const { bundleDigest, derived, diagnostics } = built;
  assert.deepEqual(await known([key, keyOf("// other"), key]), [{ key, bundleDigest, derived, diagnostics }]);
});

test("what nothing refers to goes when the retention is over, and what any deployment has stays", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("kept", { source: "// first" });
  const [first] = await deploy(author);
  await author.client.updateFunction({ params: { functionId }, body: { source: "// second" } });
  const [second] = await deploy(author);
  const orphan = await scene.worker().upload("export default 'of a build that failed';");
  const served = [first?.bundleDigest ?? "", second?.bundleDigest ?? ""];

  await age(29);
  await collectUnused(scene.app);
  assert.ok(await isStored(orphan), "not yet");

  await age(31);
  await scene.worker().ask("listMissingBundles", { digests: [orphan] });
  await collectUnused(scene.app);
  assert.ok(await isStored(orphan), "a build has just been told that it is there");
  assert.deepEqual(await known([keyOf("// first")]), [], "a result that no build has asked for is forgotten");
  for (const digest of served) assert.ok(await isStored(digest), "one can return to each deployment");

  await age(31);
  await collectUnused(scene.app);
  assert.equal(await isStored(orphan), false);
  for (const digest of served) assert.ok(await isStored(digest));

  await scene.query((tx) => sql`delete from projects where id = ${author.projectId}`.execute(tx));
  await age(31);
  await collectUnused(scene.app);
  for (const digest of served) assert.equal(await isStored(digest), false);
});

test("a run that has not ended finds the artifact and the bundles of its deployment, however old they are", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("long", { source: "// when it began" });
  const [first] = await deploy(author);
  const known = await storeRun(author.projectId, functionId);
  const worker = scene.worker();
  const { body } = await worker.ask("claimRuns", { workerId: worker.id, max: 1, holding: [] });
  const [attempt] = body["attempts"] as StartedAttempt[];
  assert.equal(attempt?.runId, known);
  await author.client.updateFunction({ params: { functionId }, body: { source: "// since then" } });
  await deploy(author);
  await age(400);
  await collectUnused(scene.app);
  const { status } = await worker.ask("getArtifact", undefined, attempt.deployment?.digest);
  assert.equal(status, 200);
  assert.ok(await isStored(first?.bundleDigest ?? ""));
});

test("a result that is asked for keeps its bundle, and what refers to nothing any more takes its artifact along", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("asked", { source: "// asked" });
  const [built] = await deploy(author);
  const digest = built?.bundleDigest ?? "";
  await scene.query((tx) => sql`delete from project_targets where project_id = ${author.projectId}`.execute(tx));
  await scene.query((tx) => sql`delete from deployments where project_id = ${author.projectId}`.execute(tx));
  const artifacts = () =>
    scene.query((tx) =>
      tx.selectFrom("artifacts").select("digest").where("projectId", "=", author.projectId).execute(),
    );
  assert.equal((await artifacts()).length, 1);
  await age(31);
  assert.equal((await known([keyOf("// asked")])).length, 1);
  await collectUnused(scene.app);
  assert.equal((await artifacts()).length, 0);
  assert.ok(await isStored(digest), "the next build of this source relies on it");
});
