import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startAuthor } from "../../testing/author.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { reapJobs } from "../../releases/job-kinds/reap-jobs.ts";
import { restScheduler } from "../../testing/rest-scheduler.ts";

const scene = duringTests(() => startScene({ holdMs: 200 }));
before(async () => {
  await restScheduler(scene.app);
});

const reap = () => reapJobs(scene.app);
const passTime = (statement: ReturnType<typeof sql>) => scene.query((tx) => statement.execute(tx));

test("gives the build of a worker that was killed to another one, which completes it", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("survivor");
  const { id } = await author.deploy();
  const killed = scene.worker("wrk_killed");
  const lost = (await killed.claim(["build"])) as BuildJob;
  assert.equal(await reap(), 0, "a lease that holds is left alone");
  await scene.expireLeases();
  await reap();
  assert.equal((await author.get(id)).status, "building");

  const heir = scene.worker("wrk_heir");
  const job = (await heir.claim(["build"])) as BuildJob;
  assert.equal(job.id, lost.id);
  assert.equal(job.attempt, 2);
  assert.equal((await killed.progress(lost)).status, 409);
  const late = await killed.complete(lost, await killed.build(lost));
  assert.equal(late.status, 409);
  assert.equal((late.body["error"] as { code: string }).code, "INVALID_STATE");
  assert.equal((await heir.complete(job, await heir.build(job))).status, 204);
  const done = await author.get(id);
  assert.equal(done.status, "completed");
  assert.ok(done.log.some(({ message }) => message.includes("wrk_killed was lost")));
});

test("fails a deployment whose third worker is lost, with a sentence that says so", async () => {
  const author = await startAuthor(scene);
  const { id } = await author.deploy();
  for (const attempt of [1, 2, 3]) {
    const job = await scene.worker().claim(["build"]);
    assert.equal(job?.attempt, attempt);
    await scene.expireLeases();
    await reap();
  }
  const { status, error } = await author.get(id);
  assert.equal(status, "failed");
  assert.equal(error?.code, "WORKER_LOST");
  assert.match(error?.message ?? "", /attempt 3 of 3/);
  assert.equal(await scene.worker().claim(["build"]), null);
});

test("fails a deployment that no worker takes within ten minutes", async () => {
  const author = await startAuthor(scene);
  const { id } = await author.deploy();
  await reap();
  assert.equal((await author.get(id)).status, "queued");
  await passTime(sql`update jobs set created_at = created_at - interval '11 minutes', claim_by = claim_by - interval '11 minutes'
    where deployment_id = ${id}`);
  await reap();
  const { status, error } = await author.get(id);
  assert.equal(status, "failed");
  assert.deepEqual(
    [error?.code, error?.message],
    ["NO_WORKER", "No worker took it within 10 minutes. Is one connected?"],
  );
});

test("does not count the time that a build waits behind another one of its Project", async () => {
  const author = await startAuthor(scene);
  await author.deploy();
  const worker = scene.worker();
  const first = (await worker.claim(["build"])) as BuildJob;
  const { id } = await author.deploy();
  await passTime(sql`update jobs set claim_by = now() - interval '1 second' where deployment_id = ${id}`);
  await reap();
  assert.equal((await author.get(id)).status, "queued");
  await worker.complete(first, await worker.build(first));
  await reap();
  assert.equal((await author.get(id)).status, "queued");
  const second = (await worker.claim(["build"])) as BuildJob;
  await worker.complete(second, await worker.build(second));
  assert.equal((await author.get(id)).status, "completed");
});

test("fails a deployment that is building with no job behind it", async () => {
  const author = await startAuthor(scene);
  const { id } = await author.deploy();
  await scene.worker().claim(["build"]);
  await passTime(sql`delete from jobs where deployment_id = ${id}`);
  await passTime(sql`update deployments set updated_at = now() - interval '2 minutes' where id = ${id}`);
  await reap();
  const { status, error } = await author.get(id);
  assert.deepEqual([status, error?.code, error?.step], ["failed", "INTERRUPTED", "building"]);
});

test("keeps the lease of a worker that reports, beyond the time it was given first", async () => {
  const author = await startAuthor(scene);
  const { id } = await author.deploy();
  const worker = scene.worker();
  const job = (await worker.claim(["build"])) as BuildJob;
  await scene.expireLeases();
  assert.equal((await worker.progress(job)).status, 200);
  await reap();
  assert.equal((await worker.complete(job, await worker.build(job))).status, 204);
  assert.equal((await author.get(id)).status, "completed");
});

test("drops the jobs of a deleted Project: its worker's lease is lost", async () => {
  const author = await startAuthor(scene);
  await author.deploy();
  const worker = scene.worker();
  const job = (await worker.claim(["build"])) as BuildJob;
  const result = await worker.build(job);
  await passTime(sql`delete from projects where id = ${author.projectId}`);
  assert.equal((await worker.progress(job)).status, 409);
  assert.equal((await worker.complete(job, result)).status, 409);
});

test("gives each build to one of many workers that ask at once, and one a Project at a time", async () => {
  const authors = [];
  for (let count = 0; count < 6; count += 1) authors.push(await startAuthor(scene));
  for (const author of authors) await author.deploy();
  const claims = await Promise.all(Array.from({ length: 16 }, () => scene.worker().claim(["build"])));
  const jobs = claims.filter((job) => job !== null);
  assert.equal(jobs.length, 6);
  assert.equal(new Set(jobs.map(({ id }) => id)).size, 6);
  assert.equal(new Set(jobs.map(({ projectId }) => projectId)).size, 6);
});

test("lets a worker finish on another replica when the control plane it began with has ended", async () => {
  const author = await startAuthor(scene);
  await author.addFunction("moved");
  const { id } = await author.deploy();
  const ended = await scene.addReplica();
  const job = (await scene.worker("wrk_moving", ended.internalUrl).claim(["build"])) as BuildJob;
  await ended[Symbol.asyncDispose]();
  const worker = scene.worker("wrk_moving");
  assert.equal((await worker.progress(job)).status, 200);
  assert.equal((await worker.complete(job, await worker.build(job))).status, 204);
  assert.equal((await author.get(id)).status, "completed");
});
