import assert from "node:assert/strict";
import { before, test } from "node:test";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { cacheWorker, home } from "../testing/cache-worker.ts";
import { restScheduler } from "../../../testing/rest-scheduler.ts";

const plane = duringTests(() => startTestControlPlane({ cacheProjectMb: 1 }));
before(async () => {
  await restScheduler(plane.app);
});

/** Keys of every row of a Project, including expired ones, in order. */
async function rowsOf(projectId: string): Promise<string[]> {
  const { rows } = await plane.app.store.inInstallation(({ tx }) =>
    sql<{ key: string }>`select key from cache_entries where project_id = ${projectId} order by key`.execute(tx),
  );
  return rows.map(({ key }) => key);
}

const expire = (projectId: string, prefix: string) =>
  plane.app.store.inInstallation(({ tx }) =>
    sql`update cache_entries set expires_at = now() - interval '1 second'
      where project_id = ${projectId} and key ^@ ${prefix}`.execute(tx),
  );

test("what has expired is removed, of every Project, by several replicas at once, and nothing else", async () => {
  const projects = [await plane.createProject(), await plane.createProject()];
  for (const { id } of projects) {
    const worker = cacheWorker(plane, id);
    for (const key of ["old-1", "old-2", "new-1"]) await worker.set(key, 1);
    await expire(id, "old");
  }
  const removed = await Promise.all([plane.app.cache.sweep(), plane.app.cache.sweep(), plane.app.cache.sweep()]);
  assert.equal(
    removed.reduce((sum, count) => sum + count, 0),
    4,
  );
  for (const { id } of projects) assert.deepEqual(await rowsOf(id), ["new-1"]);
});

test("of a Project that keeps too much, what expires soonest goes; another keeps all of its own", async () => {
  const [full, modest] = [await plane.createProject(), await plane.createProject()];
  const [worker, other] = [cacheWorker(plane, full.id), cacheWorker(plane, modest.id)];
  const large = "x".repeat(300_000);
  await worker.set("c-late", large, { ttlSeconds: 3_000 });
  await worker.set("a-soon", large, { ttlSeconds: 1_000 });
  await worker.set("d-last", large, { ttlSeconds: 4_000, tenantId: "another" });
  await worker.set("b-next", large, { ttlSeconds: 2_000, environment: "production" });
  await worker.set("e-tiny", 1, { ttlSeconds: 60 });
  for (const key of ["one", "two", "three"]) await other.set(key, large);
  await plane.app.cache.sweep();
  assert.deepEqual(await rowsOf(full.id), ["b-next", "c-late", "d-last"]);
  assert.equal((await rowsOf(modest.id)).length, 3);
  assert.equal(await plane.app.cache.sweep(), 0);
});

/** Makes a preview of the Project; returns its id. */
async function addPreview({ id }: { id: string }): Promise<string> {
  const previewId = identifier("pvw");
  await plane.app.store.inInstallation(({ tx }) =>
    sql`insert into previews (id, project_id, name, created_by, build_id, status, next_endpoints, ends_at)
      select ${previewId}, ${id}, lower(right(${previewId}, 20)), users.id, 'bld_1', 'serving', '[]', now() + interval '1 day'
      from users limit 1`.execute(tx),
  );
  return previewId;
}

test("what a preview kept goes when it has ended, and of others nothing", async () => {
  const project = await plane.createProject();
  await plane.signInAs("owner", project.id);
  const worker = cacheWorker(plane, project.id);
  const [over, goesOn] = [await addPreview(project), await addPreview(project)];
  for (const [key, previewId] of [
    ["over-1", over],
    ["over-2", over],
    ["goes-on", goesOn],
  ] as const)
    await worker.set(key, 1, { previewId });
  await worker.set("live", 1);
  assert.equal(await plane.app.cache.sweep(), 0);
  await plane.app.store.inInstallation(({ tx }) => sql`delete from previews where id = ${over}`.execute(tx));
  // A call that outlives its preview may still write.
  await worker.set("over-3", 1, { previewId: over });
  assert.equal(await plane.app.cache.sweep(), 3);
  assert.deepEqual(await rowsOf(project.id), ["goes-on", "live"]);
});

test("previews keep a quarter at most, and make room for the environments first", async () => {
  const project = await plane.createProject();
  await plane.signInAs("owner", project.id);
  const worker = cacheWorker(plane, project.id);
  const [one, two] = [await addPreview(project), await addPreview(project)];
  const [large, small] = ["x".repeat(300_000), "x".repeat(150_000)];
  await worker.set("p-soon", small, { previewId: one, ttlSeconds: 600 });
  await worker.set("p-late", small, { previewId: two, ttlSeconds: 1_200 });
  await worker.set("live", small, { ttlSeconds: 60 });
  await plane.app.cache.sweep();
  assert.deepEqual(await rowsOf(project.id), ["live", "p-late"]);
  for (const key of ["live-1", "live-2", "live-3"]) await worker.set(key, large, { ttlSeconds: 60 });
  await worker.delete("live");
  await plane.app.cache.sweep();
  assert.deepEqual(await rowsOf(project.id), ["live-1", "live-2", "live-3"]);
});

test("a page passes over what has expired and not been swept yet, and reads no more than a bounded number of it", async () => {
  const { id } = await plane.createProject();
  const client = await plane.signInAs("operator", id);
  const worker = cacheWorker(plane, id);
  const keys = Array.from({ length: 1_200 }, (_, at) => `old-${String(at).padStart(4, "0")}`);
  for (let at = 0; at < keys.length; at += 100) {
    await worker.send(
      keys.slice(at, at + 100).map((key) => ({ name: "cache.set", argument: { key, json: "1", ttlSeconds: 600 } })),
    );
  }
  await worker.set("young", 1);
  await expire(id, "old");
  const first = await client.listCacheEntries({ query: home });
  assert.deepEqual([first.items, typeof first.nextCursor], [[], "string"]);
  const second = await client.listCacheEntries({ query: { ...home, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([second.items.map(({ key }) => key), second.nextCursor], [["young"], null]);
});

test("a page is read by the index of its keys, whatever else the cache holds", async () => {
  const { rows } = await plane.app.store.inInstallation(async ({ tx }) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<Record<string, string>>`
      explain select key from cache_entries
      where project_id = 'prj_1' and environment = 'development' and tenant_id = 'a' and key ^@ 'orders:' and key > 'orders:7'
      order by key limit 101
    `.execute(tx);
  });
  const plan = rows.map((row) => Object.values(row)[0]).join("\n");
  assert.match(plan, /Index (Only )?Scan using cache_entries_pkey/);
  assert.match(plan, /Index Cond: .*key >= 'orders:'.*key < 'orders;'/);
  assert.doesNotMatch(plan, /Sort/);
});

test("a deleted Project leaves nothing behind", async () => {
  const { id } = await plane.createProject();
  await cacheWorker(plane, id).set("left", 1);
  const owner = await plane.signInAs("owner");
  await owner.archiveProject({ params: { projectId: id } });
  assert.deepEqual(await rowsOf(id), ["left"]);
  await owner.deleteProject({ params: { projectId: id } });
  assert.deepEqual(await rowsOf(id), []);
});
