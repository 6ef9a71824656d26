import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { startScene, type Scene } from "../../../doors/internal/testing/start-scene.ts";
import { collectUnused } from "../../../releases/deployments/artifacts/collect-unused.ts";
import { reapJobs } from "../../../releases/job-kinds/reap-jobs.ts";
import { endPreviews } from "../../../releases/previews/end-previews.ts";
import { issuePaths } from "../../../testing/refusal.ts";
import { restScheduler } from "../../../testing/rest-scheduler.ts";
import { inNewProject, push } from "../testing/pushing.ts";
import { buildUntilEnded, claimed, handIn, putAway, serve, sourceOf, stateOf } from "../testing/previewing.ts";

let scene: Scene;
before(async () => {
  scene = await startScene({ holdMs: 300 });
  await restScheduler(scene.app);
});
afterEach(() => putAway(scene));
after(() => scene[Symbol.asyncDispose]());

const params = { name: "one" };
const isGone = async (id: string) => (await stateOf(scene, id)) === null;

test("of two sources at once, the later one is served, and the other request says so", async () => {
  const { client } = await inNewProject(scene.plane);
  const worker = scene.worker();
  const early = client.servePreview({ params, body: { source: sourceOf({ one: 1 }) } });
  const earlyJob = await claimed(worker);
  const late = client.servePreview({ params, body: { source: sourceOf({ two: 2 }) } });
  const { status, endsAt } = await early;
  assert.equal(status, "superseded");
  assert.ok(endsAt !== null);
  assert.equal((await handIn(worker, earlyJob)).status, 409);
  const lateJob = await claimed(worker);
  assert.deepEqual(
    lateJob.functions.map(({ slug }) => slug),
    ["two"],
  );
  assert.equal((await handIn(worker, lateJob)).status, 204);
  const answer = await late;
  assert.equal((await stateOf(scene, answer.id))?.deploymentId, answer.buildId);
});

test("ten requests at once end in one of their sources, and never in two of them", async () => {
  const { client } = await inNewProject(scene.plane);
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  const requests = numbers.map((number) =>
    client.servePreview({ params, body: { source: sourceOf({ a: number, b: number }) } }),
  );
  const { answers, built, refused } = await buildUntilEnded(scene, requests, (job) => {
    const [a, b] = job.functions.map(({ source }) => source);
    assert.equal(a, b);
  });
  // A request may arrive after another one's source is served already, so more than one may have been served.
  const last = built.at(-1);
  const told = new Map(answers.map(({ buildId, status }) => [buildId, status]));
  assert.equal(told.size, 10);
  for (const [buildId, status] of told)
    if (status !== "superseded") assert.ok(status === "serving" && built.includes(buildId), `${buildId} is ${status}`);
  assert.equal(told.get(last ?? ""), "serving");
  for (const buildId of refused) assert.equal(told.get(buildId), "superseded");
  const { id, status, buildId } = await client.getPreview({ params });
  assert.deepEqual([status, buildId], ["serving", last]);
  assert.equal((await stateOf(scene, id))?.deploymentId, last);
});

test("previews of a Project are built beside its deployment and beside each other", async () => {
  const { client } = await inNewProject(scene.plane);
  await push(client, sourceOf({ slow: 1 }));
  await client.createDeployment({ body: {} });
  const worker = scene.worker();
  const deployment = await claimed(worker);
  const one = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const two = await serve(scene, client, { name: "two", source: sourceOf({ one: 1 }) });
  assert.deepEqual([one.answer.status, two.answer.status], ["serving", "serving"]);
  assert.equal((await handIn(worker, deployment)).status, 204);
});

test("a worker that is lost costs a try; after the last, what was served stays and the next source is served", async () => {
  const { client } = await inNewProject(scene.plane);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const waiting = client.servePreview({ params, body: { source: sourceOf({ one: 2 }) } });
  for (const _ of [1, 2, 3]) {
    await claimed(scene.worker());
    await scene.expireLeases();
    await reapJobs(scene.app);
  }
  const lost = await waiting;
  assert.deepEqual([lost.status, lost.error?.code], ["failed", "WORKER_LOST"]);
  assert.equal((await stateOf(scene, answer.id))?.deploymentId, answer.buildId);
  const next = await serve(scene, client, { source: sourceOf({ one: 2 }) });
  assert.equal(next.answer.status, "serving");
});

test("a result that is not the job's is refused, and changes nothing", async () => {
  const { client } = await inNewProject(scene.plane);
  const worker = scene.worker();
  const serving = client.servePreview({ params, body: { source: sourceOf({ one: 1, two: 2 }) } });
  const job = await claimed(worker);
  const whole = await worker.build(job);
  assert.equal(whole.kind, "build");
  const functions = whole.kind === "build" ? whole.functions : [];
  const other = functions.map((one) => ({ ...one, id: "fn_elsewhere" }));
  for (const wrong of [functions.slice(1), other, functions.map((one) => ({ ...one, bundleDigest: "0".repeat(64) }))])
    assert.equal((await worker.complete(job, { kind: "build", functions: wrong })).status, 400);
  assert.equal((await worker.complete(job, { kind: "build", functions })).status, 204);
  assert.equal((await serving).status, "serving");
});

test("another Project sees, ends and renews nothing, and its preview of the same name is its own", async () => {
  const { client } = await inNewProject(scene.plane);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const { client: stranger } = await inNewProject(scene.plane);
  for (const ask of ["getPreview", "endPreview", "rotatePreviewKey"] as const)
    await assert.rejects(stranger[ask]({ params }), { status: 404, code: "NOT_FOUND" });
  assert.deepEqual((await stranger.listPreviews({ query: {} })).items, []);
  const theirs = await serve(scene, stranger, { source: sourceOf({ one: 1 }) });
  assert.notEqual(theirs.answer.id, answer.id);
  assert.notDeepEqual(
    (await stateOf(scene, theirs.answer.id))?.endpoints.map(({ id }) => id),
    (await stateOf(scene, answer.id))?.endpoints.map(({ id }) => id),
  );
});

test("refuses names that an address cannot have, and the fifty-first preview", async () => {
  const { client, projectId, user } = await inNewProject(scene.plane);
  const body = { source: sourceOf({ one: 1 }) };
  for (const name of ["Ä", "A", "-a", "a-", "a_b", "a.b", "a%2fb", "a".repeat(41)])
    assert.deepEqual(await issuePaths(client.servePreview({ params: { name }, body })), ["params.name"], name);
  await scene.query((tx) =>
    sql`insert into previews (id, project_id, name, created_by, build_id, status, next_endpoints, ends_at)
      select 'pvw_' || lpad(n::text, 24, '0'), ${projectId}, 'many-' || n, ${user.id}, 'bld', 'failed', '[]', now() + interval '1 day'
      from generate_series(1, 50) n`.execute(tx),
  );
  await assert.rejects(client.servePreview({ params, body }), { status: 409, code: "INVALID_STATE" });
  const replaced = await serve(scene, client, { name: "many-7", source: body.source });
  assert.equal(replaced.answer.status, "serving");
});

test("opens an endpoint no further than the caller may: a developer cannot bring another policy", async () => {
  const { client, projectId } = await inNewProject(scene.plane);
  await push(client, sourceOf({ one: 1 }));
  const open = { caller: { mode: "none" as const } };
  const source = (policies: object) => {
    const made = sourceOf({ one: 1 });
    return { ...made, endpoints: (made.endpoints ?? []).map((one) => ({ ...one, policies })) } as typeof made;
  };
  const usual = { caller: { mode: "api-key" as const } };
  const developer = await scene.plane.signInAs("developer", projectId);
  const opening = source({ development: open, production: usual });
  await assert.rejects(developer.servePreview({ params, body: { source: opening } }), { code: "FORBIDDEN" });
  assert.deepEqual((await client.listPreviews({ query: {} })).items, []);
  const same = await serve(scene, developer, { source: source({ development: usual, production: usual }) });
  assert.equal(same.answer.status, "serving");
  const byOwner = await serve(scene, client, { name: "open", source: opening });
  assert.equal((await stateOf(scene, byOwner.answer.id))?.endpoints[0]?.policy.callerMode, "none");
  const operator = await scene.plane.signInAs("operator", projectId);
  await assert.rejects(operator.servePreview({ params, body: { source: opening } }), { code: "FORBIDDEN" });
});

test("says what Development lacks, and serves all the same", async () => {
  const { client } = await inNewProject(scene.plane);
  const permissions = {
    secrets: ["ORDERS_TOKEN"],
    collections: [{ name: "orders", access: "read" as const }],
    connections: ["main"],
  };
  const made = sourceOf({ one: 1 });
  const [one] = made.functions;
  const orders = { name: "orders", schema: { type: "object", properties: {} } };
  const source = { ...made, functions: [{ ...one!, permissions }], collections: [orders] };
  const { answer } = await serve(scene, client, { source });
  assert.equal(answer.status, "serving");
  assert.deepEqual(answer.problems.slice(0, 5), [
    "The data collection orders of the source is not in the Project: push it to use it.",
    "In development there is no secret ORDERS_TOKEN.",
    "In development there is no connection main.",
    "A Function declares the data collection orders, which does not exist.",
    "In development nothing grants read of orders to Function one.",
  ]);
  assert.ok(!answer.problems.join(" ").includes("production"));
  assert.deepEqual((await client.listDataCollections({ query: {} })).items, []);
});

test("Libraries that only the preview has are built with it and stored nowhere else", async () => {
  const { client } = await inNewProject(scene.plane);
  const functions = [{ slug: "one", name: "one", source: `import { a } from "lib/a"; export default () => a;` }];
  const libraries = [
    { kind: "source" as const, name: "a", version: "1", source: `export { b as a } from "lib/b";` },
    { kind: "source" as const, name: "b", version: "1", source: "export const b = 1;" },
    { kind: "source" as const, name: "c", version: "1", source: "export const c = 1;" },
  ];
  const source = { ...sourceOf({ one: 1 }), functions, libraries };
  const first = await serve(scene, client, { source });
  assert.deepEqual(
    first.job?.libraries?.map((one) => (one.kind === "source" ? one.name : one.package)),
    ["a", "b"],
  );
  assert.deepEqual((await client.listLibraries({ query: {} })).items, []);
  assert.deepEqual((await serve(scene, client, { source })).sent, []);
  libraries[1]!.source = "export const b = 2;";
  assert.deepEqual((await serve(scene, client, { source })).sent, ["one"]);
});

test("ends after a day without a source, and with what gave its maker the right", async () => {
  const { client, projectId } = await inNewProject(scene.plane);
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const leftMs = Date.parse(answer.endsAt ?? "") - Date.now();
  assert.ok(Math.abs(leftMs - 24 * 3_600_000) < 60_000, `${leftMs} ms`);
  await endPreviews(scene.app);
  assert.ok(!(await isGone(answer.id)));
  await scene.query((tx) => sql`update previews set ends_at = now() where id = ${answer.id}`.execute(tx));
  await endPreviews(scene.app);
  assert.ok(await isGone(answer.id));

  for (const change of [{ status: "disabled" as const }, { role: "operator" as const }]) {
    const maker = await scene.plane.session("developer", projectId);
    const theirs = await serve(scene, maker.client, { source: sourceOf({ one: 1 }) });
    const other = await serve(scene, client, { name: "other", source: sourceOf({ one: 1 }) });
    const { revision } = await client.getUser({ params: { userId: maker.user.id } });
    await client.updateUser({
      params: { userId: maker.user.id },
      body: change,
      headers: { "if-match": `"${revision}"` },
    });
    assert.ok(await isGone(theirs.answer.id));
    assert.ok(!(await isGone(other.answer.id)));
  }
  const last = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const building = client.servePreview({ params, body: { source: sourceOf({ one: 2 }) } });
  await claimed(scene.worker());
  await client.archiveProject({ params: { projectId } });
  const { status, endsAt } = await building;
  assert.deepEqual([status, endsAt], ["superseded", null]);
  assert.ok(await isGone(last.answer.id));
});

test("the cleanup takes what no preview has any more, and nothing else", async () => {
  const { client } = await inNewProject(scene.plane);
  const old = await serve(scene, client, { source: sourceOf({ one: 1 }) });
  const oldDigest = (await stateOf(scene, old.answer.id))?.digest;
  await serve(scene, client, { source: sourceOf({ one: 2 }) });
  const digest = (await stateOf(scene, old.answer.id))?.digest;
  const age = () =>
    scene.query(async (tx) => {
      for (const table of ["artifacts", "build_results", "bundles"])
        await sql`update ${sql.table(table)} set last_used_at = now() - interval '40 days'`.execute(tx);
    });
  const stored = async () =>
    (
      await scene.query((tx) =>
        sql<{ digest: string }>`select digest from artifacts where digest in (${oldDigest}, ${digest})`.execute(tx),
      )
    ).rows.map((row) => row.digest);
  await age();
  await collectUnused(scene.app);
  assert.deepEqual(await stored(), [digest]);
  // The results are gone, so the Function is built again.
  assert.deepEqual((await serve(scene, client, { source: sourceOf({ one: 2 }) })).sent, ["one"]);
  await client.endPreview({ params });
  await age();
  await collectUnused(scene.app);
  assert.deepEqual(await stored(), []);
});

test("each source has its row in the audit log, and no row has the key", async () => {
  const { client } = await inNewProject(scene.plane);
  const commit = { sha: "0123abc", branch: "main", author: null, url: null };
  const { answer } = await serve(scene, client, { source: sourceOf({ one: 1 }), commit });
  await client.rotatePreviewKey({ params });
  await client.endPreview({ params });
  const { items } = await client.listAuditEvents({ query: {} });
  const told = items.filter(({ target }) => target.id === answer.id).map((one) => `${one.action} ${one.target.name}`);
  assert.deepEqual(told, ["preview.end one", "preview.rotate-key one", "preview.serve one"]);
  assert.ok(!JSON.stringify(items).includes((answer.key ?? "").slice(12)));
  assert.deepEqual(items.find(({ action }) => action === "preview.serve")?.changes["commit"], commit);
});
