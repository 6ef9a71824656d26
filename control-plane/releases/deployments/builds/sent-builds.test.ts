import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import type { PublicError } from "@ferrule/contract/errors.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";

const scene = duringTests(() => startScene({ holdMs: 500 }));

const builder = hash("sha256", "a builder");
const slugsOf = (job: BuildJob) => job.functions.map(({ slug }) => slug).sort();

/** Claims the next build as a worker with this builder, builds what was sent, and returns the job. */
async function build(by: string | undefined = builder): Promise<BuildJob> {
  const worker = scene.worker();
  const job = (await worker.claim(["build"], by)) as BuildJob;
  const sources = new Map(job.functions.map(({ id, source }) => [id, source]));
  const result = await worker.build(job, (id) => ({ buildKey: hash("sha256", `${by} ${sources.get(id)}`) }));
  assert.equal((await worker.complete(job, result)).status, 204);
  return job;
}

async function deploy(author: Author, by?: string): Promise<{ job: BuildJob; digest: string | null }> {
  const { id } = await author.deploy();
  const job = await build(by);
  const { status, digest } = await author.get(id);
  assert.equal(status, "completed");
  return { job, digest };
}

async function startProject() {
  const author = await startAuthor(scene);
  const ids = [
    await author.addFunction("first"),
    await author.addFunction("second"),
    await author.addFunction("third"),
  ];
  return { author, ids };
}

test("a worker is sent what has changed since its builder built it, and the artifact is that of a whole build", async () => {
  const { author, ids } = await startProject();
  const first = await deploy(author);
  assert.deepEqual([slugsOf(first.job), first.job.kept], [["first", "second", "third"], undefined]);

  const edit = (source: string) =>
    author.client.updateFunction({ params: { functionId: ids[1] ?? "" }, body: { source } });
  await edit("// changed");
  const changed = await deploy(author);
  assert.deepEqual([slugsOf(changed.job), changed.job.kept], [["second"], 2]);
  const unchanged = await deploy(author);
  assert.deepEqual([slugsOf(unchanged.job), unchanged.job.kept], [[], 3]);
  assert.equal(unchanged.digest, changed.digest);

  const whole = await deploy(author, hash("sha256", "another builder"));
  assert.deepEqual([slugsOf(whole.job), whole.digest], [["first", "second", "third"], changed.digest]);
  await edit("// second");
  const back = await deploy(author, hash("sha256", "another builder"));
  assert.deepEqual([slugsOf(back.job), back.digest], [["second"], first.digest]);
});

test("a worker that does not name its builder is sent everything, and so is the one that builds after it", async () => {
  const { author, ids } = await startProject();
  const first = await deploy(author);
  await author.client.updateFunction({ params: { functionId: ids[0] ?? "" }, body: { source: "// changed" } });
  const { id } = await author.deploy();
  const [worker, earlier] = [scene.worker(), scene.worker()];
  const lost = (await worker.claim(["build"], builder)) as BuildJob;
  assert.deepEqual(slugsOf(lost), ["first"]);
  await scene.expireLeases();
  const { reapJobs } = await import("../../job-kinds/reap-jobs.ts");
  await reapJobs(scene.app);
  const job = (await earlier.claim(["build"])) as BuildJob;
  assert.deepEqual([slugsOf(job), job.kept], [["first", "second", "third"], undefined]);
  const partly = { ...job, functions: job.functions.slice(1) };
  assert.equal((await earlier.complete(job, await earlier.build(partly))).status, 400, "it was sent all of them");
  assert.equal((await earlier.complete(job, await earlier.build(job))).status, 204);
  const { status, digest } = await author.get(id);
  assert.equal(status, "completed");
  assert.notEqual(digest, first.digest);
});

test("what a build depends on besides the source is built again: Libraries by who imports them, and types", async () => {
  const { author } = await startProject();
  await author.addFunction("importing", { source: 'import { a } from "lib/shared";' });
  const library = await author.client.createLibrary({
    body: { kind: "source", name: "shared", source: "export const a = 1;" },
  });
  await deploy(author);
  await author.client.replaceLibrary({ params: { libraryId: library.id }, body: { source: "export const a = 2;" } });
  assert.deepEqual(slugsOf((await deploy(author)).job), ["importing"]);
  const schema = { type: "object", properties: { name: { type: "string" } } };
  await author.client.createDataCollection({ body: { name: "people", schema } });
  assert.deepEqual(slugsOf((await deploy(author)).job), ["first", "importing", "second", "third"]);
  assert.deepEqual(slugsOf((await deploy(author)).job), []);
});

test("a Function that is being built cannot be deleted, because its saved revision is built", async () => {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("scheduled", { called: false });
  const cron = await author.client.createCronBinding({
    body: { name: "nightly", functionId, schedule: "0 3 * * *", environment: "development" },
  });
  await author.deploy();
  await author.client.deleteCronBinding({ params: { cronBindingId: cron.id } });
  const deleting = author.client.deleteFunction({ params: { functionId } });
  await assert.rejects(deleting, (error: PublicError) => error.code === "IN_USE");
  assert.deepEqual(slugsOf(await build()), ["scheduled"]);
  await author.client.deleteFunction({ params: { functionId } });
});

test("a Project goes with its builds and the parts of its artifacts", async () => {
  const { author } = await startProject();
  await deploy(author);
  const left = () =>
    scene.query(async (tx) => [
      (await tx.selectFrom("functionBuilds").select("key").where("projectId", "=", author.projectId).execute()).length,
      (await tx.selectFrom("artifactParts").select("digest").where("projectId", "=", author.projectId).execute())
        .length,
    ]);
  assert.notDeepEqual(await left(), [0, 0]);
  await scene.query((tx) => sql`delete from projects where id = ${author.projectId}`.execute(tx));
  assert.deepEqual(await left(), [0, 0]);
});

test("an endpoint with many bindings is frozen in a time that grows with them, not with their square", async () => {
  const { author, ids } = await startProject();
  const endpointId = await author.addEndpoint("wide");
  let added = 0;
  const frozenMs = async (tools: number) => {
    added += 1;
    await scene.query((tx) =>
      sql`insert into mcp_bindings (id, project_id, endpoint_id, function_id, tool_name, description)
        select ${`mcb_${added}_`} || n, ${author.projectId}, ${endpointId}, ${ids[0]}, ${`t${added}_`} || n, ''
        from generate_series(1, ${tools}) as n`.execute(tx),
    );
    const began = performance.now();
    const { id } = await author.deploy();
    const ms = performance.now() - began;
    await author.cancel(id);
    return ms;
  };
  // The slowest of three: the machine may be busier later.
  const few = Math.max(await frozenMs(100), await frozenMs(50), await frozenMs(50));
  // Fifteen times as many once took the square of that.
  const many = await frozenMs(2_800);
  assert.ok(many < 60 * few + 500, `${many} ms, and ${few} ms for few`);
});
