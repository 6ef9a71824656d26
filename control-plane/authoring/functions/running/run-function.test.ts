import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { Job, TestJob, ValidateJob } from "@ferrule/contract/internal/jobs.ts";
import type { JobResult } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { workerOf } from "../../../testing/deploy-drafts.ts";
import { issuePaths } from "../../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const session = duringTests(() => plane.session("developer"));
let client: Client;
before(async () => {
  client = session.client;
});

const source = "export default (input: { n: number }) => input.n;";
let made = 0;
const create = async (over: object = {}) =>
  (await client.createFunction({ body: { slug: `run-${(made += 1)}`, source, ...over } })).id;

const derived = { inputSchema: { type: "object" }, outputSchema: null, description: "Doubles." };
const validated = (job: ValidateJob, valid: boolean): JobResult => ({
  kind: "validate",
  function: {
    id: job.function.id,
    valid,
    derived,
    bundleDigest: null,
    diagnostics: valid ? [] : [{ severity: "error", message: "No.", line: 1, column: 2, code: "TS1" }],
  },
});
const tested: JobResult = { kind: "test", status: "succeeded", output: 4, error: null, logs: [], durationMs: 1.5 };

/** Takes the next job of a kind, as a worker would. */
async function claim<K extends Job["kind"]>(kind: K): Promise<Extract<Job, { kind: K }>> {
  const job = await workerOf(plane).claim([kind]);
  assert.equal(job?.kind, kind);
  return job as Extract<Job, { kind: K }>;
}
const complete = async (job: Job, result: JobResult) =>
  assert.equal((await workerOf(plane).complete(job, result)).status, 204);

async function runTest(functionId: string, body: object = {}): Promise<TestJob> {
  const answer = client.testFunction({ params: { functionId }, body: { input: {}, ...body } });
  const job = await claim("test");
  await complete(job, tested);
  await answer;
  return job;
}

test("answers a validation and keeps what was derived with the revision that was checked", async () => {
  const id = await create();
  const answer = client.validateFunction({ params: { functionId: id } });
  const job = await claim("validate");
  assert.deepEqual([job.function.source, job.function.revision], [source, 1]);
  await complete(job, validated(job, true));
  assert.deepEqual(await answer, { valid: true, diagnostics: [], derived });
  const read = await client.getFunction({ params: { functionId: id } });
  assert.deepEqual([read.derived, read.revision], [derived, 1]);
});

test("keeps nothing of a text that is not saved, of one that is invalid, or once it was saved again", async () => {
  const id = await create();
  const params = { functionId: id };
  const unsaved = client.validateFunction({ params, body: { source: "export default 1;" } });
  const first = await claim("validate");
  assert.equal(first.function.source, "export default 1;");
  await complete(first, validated(first, true));
  assert.equal((await unsaved).valid, true);
  const invalid = client.validateFunction({ params });
  const second = await claim("validate");
  await complete(second, validated(second, false));
  const { valid, diagnostics } = await invalid;
  assert.deepEqual([valid, diagnostics[0]?.code], [false, "TS1"]);
  const overtaken = client.validateFunction({ params });
  const third = await claim("validate");
  await client.updateFunction({ params, body: { source: `${source}\n` } });
  await complete(third, validated(third, true));
  await overtaken;
  assert.equal((await client.getFunction({ params })).derived, null);
});

test("runs the draft for the user who asks, within what it declares", async () => {
  const permissions = { secrets: [], hosts: ["api.example.com"], collections: [], cache: true };
  const id = await create({ permissions, timeoutMs: 2_000, memoryMb: 32, name: "Doubler" });
  const answer = client.testFunction({ params: { functionId: id }, body: { input: { n: 2 }, tenantId: "acme" } });
  const job = await claim("test");
  assert.deepEqual(job.caller, { kind: "user", id: session.user.id, name: session.user.email });
  assert.deepEqual(
    [job.environment, job.tenantId, job.functionName, job.timeoutMs, job.memoryMb, job.input, job.grant],
    ["development", "acme", "Doubler", 2_000, 32, { n: 2 }, permissions],
  );
  await complete(job, { ...tested, logs: [{ at: new Date().toISOString(), level: "info", message: "hello" }] });
  const { executionId, requestId, status, output, logs, durationMs } = await answer;
  assert.deepEqual([executionId, requestId], [job.executionId, job.requestId]);
  assert.deepEqual([status, output, logs.length, durationMs], ["succeeded", 4, 1, 1.5]);
});

test("limits the grant of a test to the policies of the endpoints that the Function is bound to", async () => {
  const permissions = { secrets: [], hosts: ["a.example.com", "b.example.com"], collections: [], cache: true };
  const id = await create({ permissions });
  const endpoint = await client.createRuntimeEndpoint({ body: { kind: "http", slug: "granted" } });
  const params = { endpointId: endpoint.id };
  await client.createHttpBinding({ params, body: { functionId: id, method: "POST", path: "/run" } });
  const owner = await plane.signInAs("owner");
  const limited = { secrets: [], hosts: ["a.example.com"], collections: [], cache: false };
  await owner.replaceAuthPolicy({
    params,
    body: { environment: "development", caller: { mode: "api-key" }, permissions: limited },
  });
  assert.deepEqual((await runTest(id)).grant, limited);
});

test("runs an unsaved text in development only", async () => {
  const id = await create();
  assert.equal((await runTest(id, { source: "export default () => 5;" })).function.source, "export default () => 5;");
  const owner = await plane.signInAs("owner");
  const body = { input: {}, environment: "production" as const };
  const params = { functionId: id };
  assert.deepEqual(await issuePaths(owner.testFunction({ params, body: { ...body, source } })), ["body.source"]);
  const answer = owner.testFunction({ params, body });
  const job = await claim("test");
  assert.equal(job.environment, "production");
  await complete(job, tested);
  assert.equal((await answer).output, 4);
});

test("refuses a developer's test in production, after saying what does not exist", async () => {
  const body = { input: {}, environment: "production" as const };
  const params = { functionId: await create() };
  await assert.rejects(client.testFunction({ params, body }), { status: 403, code: "FORBIDDEN" });
  await assert.rejects(client.testFunction({ params: { functionId: "fn_none" }, body }), { status: 404 });
  const { items } = await (
    await plane.signInAs("owner")
  ).listAuditEvents({
    query: { action: "function.test", targetId: params.functionId },
  });
  assert.deepEqual(
    items.map(({ outcome }) => outcome),
    ["denied"],
  );
});

test("audits a test with its execution, and not its input", async () => {
  const id = await create();
  const job = await runTest(id, { input: { password: "never written down" } });
  const { items } = await (await plane.signInAs("owner")).listAuditEvents({ query: { targetId: id } });
  const event = items.find(({ action }) => action === "function.test");
  assert.deepEqual(event?.changes, {
    environment: "development",
    tenantId: "default",
    executionId: job.executionId,
    saved: true,
  });
});

test("tells the Function of the caller that was asked for, and the audit who asked", async () => {
  const caller = { kind: "api-key", id: "key_1", name: "CRM" } as const;
  const id = await create();
  assert.deepEqual((await runTest(id, { caller })).caller, caller);
  const { items } = await (await plane.signInAs("owner")).listAuditEvents({ query: { targetId: id } });
  const event = items.find(({ action }) => action === "function.test");
  assert.deepEqual(event?.changes?.["caller"], caller);
  assert.equal(event?.actor?.email, session.user.email);
});

test("streams a test's logs as they are written, then its result", async () => {
  const id = await create();
  const response = await fetch(`${plane.url}/api/functions/${id}/test`, {
    method: "POST",
    headers: { ...session.headers(), "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ input: {} }),
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  const reader = (response.body ?? assert.fail("no body")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const readUntil = async (mark: string) => {
    while (!text.includes(mark)) {
      const { value, done } = await reader.read();
      assert.ok(!done, `ended before ${mark}: ${text}`);
      text += value;
    }
  };
  const job = await claim("test");
  const entry = { at: new Date().toISOString(), level: "info", message: "half way" };
  await workerOf(plane).progress(job, { logs: [entry] });
  await readUntil("half way");
  assert.ok(!text.includes("event: result"));
  await complete(job, tested);
  await readUntil("event: result");
  while (!(await reader.read()).done);
  const events = text.split("\n\n").filter((part) => part.startsWith("event:"));
  assert.deepEqual(
    events.map((event) => event.split("\n", 1)[0]),
    ["event: started", "event: log", "event: result"],
  );
  const dataOf = (event: string | undefined) => JSON.parse(event?.split("data: ")[1] ?? "") as Record<string, unknown>;
  const { executionId, requestId } = job;
  assert.deepEqual(dataOf(events[0]), { executionId, requestId });
  assert.equal(dataOf(events[2])["executionId"], executionId);
});

test("ends a stream whose run failed with the error in its one shape", async () => {
  const id = await create();
  const response = fetch(`${plane.url}/api/functions/${id}/test`, {
    method: "POST",
    headers: { ...session.headers(), "content-type": "application/json" },
    body: JSON.stringify({ input: {}, stream: true }),
  });
  const job = await claim("test");
  await workerOf(plane).complete(job, null, { code: "OVERLOADED", message: "Too busy just now." });
  const text = await (await response).text();
  const data = /event: error\ndata: (.*)\n\n$/.exec(text)?.[1];
  assert.deepEqual(JSON.parse(data ?? "{}"), {
    error: { code: "OVERLOADED", message: "Too busy just now.", requestId: job.requestId },
  });
});

test("refuses an input that cannot be kept", async () => {
  const id = await create();
  const answer = client.testFunction({ params: { functionId: id }, body: { input: { text: "a\0b" } } });
  assert.deepEqual(await issuePaths(answer), ["body.input"]);
});
