import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ValidateJob } from "@ferrule/contract/internal/jobs.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { noteSharedTime } from "@ferrule/kit/shared-time.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { reapJobs } from "../../releases/job-kinds/reap-jobs.ts";
import { runJob } from "./run-job.ts";

const scene = duringTests(() => startScene({ holdMs: 5_000 }));
let projectId: string;
before(async () => {
  ({ id: projectId } = await scene.plane.createProject());
});

const draft = {
  id: "fn_1",
  slug: "draft",
  revision: 1,
  source: "export default () => 1;",
  inputSchema: null,
  outputSchema: null,
  permissions: noPermissions,
};
const valid = {
  kind: "validate" as const,
  function: {
    id: "fn_1",
    valid: true,
    diagnostics: [],
    derived: { inputSchema: null, outputSchema: null, description: "" },
    bundleDigest: null,
  },
};
const never = new AbortController().signal;
const validate = (options: Partial<Parameters<typeof runJob>[2]> = {}) =>
  runJob(
    scene.app,
    { projectId, kind: "validate", payload: { function: draft } },
    { timeoutMs: 30_000, signal: never, ...options },
  );
const leftJobs = () => scene.query((tx) => tx.selectFrom("jobs").select(["id", "status"]).execute());

test("answers a worker's result, having handed on its log in order, and leaves nothing behind", async () => {
  const worker = scene.worker();
  const lines: string[] = [];
  const asked = validate({ onLog: ({ message }) => lines.push(message) });
  const job = (await worker.claim(["validate"])) as ValidateJob;
  assert.deepEqual(job.function, draft);
  for (const message of ["one", "two", "three"])
    await worker.progress(job, { logs: [{ at: new Date().toISOString(), level: "info", message }] });
  await worker.complete(job, valid);
  assert.deepEqual(await asked, valid);
  assert.deepEqual(lines, ["one", "two", "three"]);
  assert.deepEqual(await leftJobs(), []);
});

test("waits as long as it was given, and so do workers, whatever the shared clock does meanwhile", async (t) => {
  t.after(() => noteSharedTime(Date.now(), Date.now(), Date.now()));
  const workers = [scene.worker(), scene.worker(), scene.worker()];
  const claims = new Map(workers.map((worker) => [worker, worker.claim(["validate"])]));
  // Each time those who are too late for the job wait on.
  while (claims.size > 0) {
    const read = Promise.withResolvers<void>();
    const asked = validate({ onLog: () => read.resolve() });
    const claimed = [...claims].map(async ([worker, claim]) => [worker, await claim] as const);
    const [worker, job] = await Promise.race(claimed);
    claims.delete(worker);
    assert.ok(job);
    noteSharedTime(Date.now() + 600_000, Date.now(), Date.now());
    await worker.progress(job, { logs: [{ at: new Date().toISOString(), level: "info", message: "one" }] });
    await Promise.race([read.promise, asked]);
    await worker.complete(job, valid);
    assert.deepEqual(await asked, valid);
  }
});

test("answers what was derived with its properties in the order in which they were declared", async () => {
  const worker = scene.worker();
  const asked = validate();
  const job = (await worker.claim(["validate"])) as ValidateJob;
  const properties = { customer: { type: "string" }, cents: { type: "number" } };
  const derived = { ...valid.function.derived, inputSchema: { type: "object", properties } };
  await worker.complete(job, { ...valid, function: { ...valid.function, derived } });
  const answered = (await asked).function.derived.inputSchema?.["properties"];
  assert.deepEqual(Object.keys(answered as object), ["customer", "cents"]);
});

test("reaches a worker that is waiting already, and its caller, without a poll", async () => {
  const worker = scene.worker();
  const claimed = worker.claim(["validate"]);
  const startedAt = performance.now();
  const asked = validate();
  const job = await claimed;
  // It would ask again after 5 s, and its caller look after 2 s; notifications take some milliseconds.
  assert.ok(performance.now() - startedAt < 4_000);
  assert.ok(job);
  await worker.complete(job, valid);
  const completedAt = performance.now();
  await asked;
  assert.ok(performance.now() - completedAt < 1_500);
});

test("says UNAVAILABLE when no worker takes the job in time, and TIMEOUT when one does not finish", async () => {
  await assert.rejects(validate({ timeoutMs: 50 }), { code: "UNAVAILABLE" });
  const worker = scene.worker();
  const asked = validate({ timeoutMs: 1_500 });
  const job = await worker.claim(["validate"]);
  assert.ok(job);
  await assert.rejects(asked, { code: "TIMEOUT" });
  assert.deepEqual((await worker.progress(job)).body, { cancelled: true });
  assert.equal((await worker.complete(job, valid)).status, 409);
});

test("cancels the job when the caller goes", async () => {
  const worker = scene.worker();
  const caller = new AbortController();
  const asked = validate({ signal: caller.signal });
  const job = await worker.claim(["validate"]);
  assert.ok(job);
  caller.abort();
  await assert.rejects(asked, { code: "TIMEOUT" });
  assert.deepEqual((await worker.progress(job)).body, { cancelled: true });
});

test("answers a worker's failure by its code where the catalogue has it, and UNAVAILABLE otherwise", async () => {
  const worker = scene.worker();
  for (const [given, expected] of [
    ["OVERLOADED", "OVERLOADED"],
    ["SOMETHING_ELSE", "UNAVAILABLE"],
  ] as const) {
    const refused = assert.rejects(validate(), { code: expected, message: "It did not work." });
    const job = await worker.claim(["validate"]);
    assert.ok(job);
    await worker.complete(job, null, { code: given, message: "It did not work." });
    await refused;
  }
});

test("never runs a test a second time when its worker is lost", async () => {
  const payload = {
    executionId: "exe_1",
    requestId: "req_1",
    environment: "development" as const,
    tenantId: "default",
    caller: { kind: "user" as const, id: null, name: null },
    function: draft,
    functionName: "draft",
    timeoutMs: 1_000,
    memoryMb: 64,
    grant: noPermissions,
    input: {},
  };
  const asked = runJob(scene.app, { projectId, kind: "test", payload }, { timeoutMs: 30_000, signal: never });
  // Asserted from the start, because it may reject before the reaper has answered.
  const lost = assert.rejects(asked, { code: "UNAVAILABLE", message: /was lost while it worked on this\.$/ });
  assert.ok(await scene.worker().claim(["test"]));
  await scene.expireLeases();
  await reapJobs(scene.app);
  await lost;
});

test("refuses a result of another kind and both a result and a failure", async () => {
  const worker = scene.worker();
  const asked = validate();
  const job = await worker.claim(["validate"]);
  assert.ok(job);
  assert.equal((await worker.complete(job, { kind: "build", functions: [] })).status, 400);
  assert.equal((await worker.complete(job, valid, { code: "X", message: "both" })).status, 400);
  assert.equal((await worker.complete(job, valid)).status, 204);
  await asked;
});

test("hands a job that its worker left before getting it to the next one, with no attempt lost", async () => {
  const leaver = new AbortController();
  const body = JSON.stringify({ workerId: "wrk_leaver", kinds: ["validate"] });
  const headers = { "x-worker-token": scene.app.settings.workerApiTokens[0], "content-type": "application/json" };
  const left = fetch(`${scene.plane.internalUrl}/internal/jobs/claim`, {
    method: "POST",
    headers,
    body,
    signal: leaver.signal,
  });
  leaver.abort();
  await assert.rejects(left);
  const asked = validate();
  const worker = scene.worker();
  const job = await worker.claim(["validate"]);
  assert.equal(job?.attempt, 1);
  await worker.complete(job, valid);
  await asked;
  await scene.query((tx) => sql`delete from jobs`.execute(tx));
});
