import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import { workerOf } from "../../testing/deploy-drafts.ts";
import { keepCalled } from "../../testing/keep-called.ts";
import { startTestControlPlane, type TestControlPlane } from "../../testing/test-control-plane.ts";

let plane: TestControlPlane;
before(async () => {
  plane = await startTestControlPlane();
});
after(() => plane[Symbol.asyncDispose]());

const builder = "b".repeat(64);
const text = 'import { test } from "ferrule/test";\nimport { one } from "lib/fixtures";\ntest("adds", () => one);\n';
type Outcome = BuiltFunction["tests"];
type Tests = NonNullable<Outcome>["tests"];
const passed: Tests[number] = { name: ["adds"], status: "passed", durationMs: 1, error: null, logs: [] };
const error = { code: "ASSERTION", message: "expected 1, got 2", stack: null, line: 3, column: 1 };
const failed: Tests[number] = { ...passed, name: ["sums", "up"], status: "failed", error };
const outcome = (...tests: Tests): Outcome => ({
  diagnostics: [],
  error: null,
  tests,
  coverage: null,
});

/** A Project with a Function that has tests, and one that has none. */
async function tested(requiredTests: { development: boolean; production: boolean }) {
  const { id: projectId } = await plane.createProject();
  const client = await plane.signInAs("owner", projectId);
  await client.updateProject({ params: { projectId }, body: { requiredTests } });
  await client.createLibrary({ body: { kind: "source", name: "fixtures", source: "export const one = 1;" } });
  const source = "export default () => 1;";
  const { id } = await client.createFunction({ body: { slug: "tested", source, tests: text } });
  const plain = await client.createFunction({ body: { slug: "plain", source } });
  await keepCalled(client, id);
  await keepCalled(client, plain.id);
  return { client, projectId, id };
}

/** Deploys, with this outcome of the tests; returns the deployment and the job. */
async function deploy(client: Client, tests: Outcome) {
  const worker = workerOf(plane);
  const { id } = await client.createDeployment({ body: {} });
  const job = await worker.claim(["build"], builder);
  assert.ok(job?.kind === "build");
  const asked = new Set(job.functions.flatMap((one) => (one.tests === undefined ? [] : [one.id])));
  const result = await worker.build(job, (of) => ({
    buildKey: createHash("sha256").update(of).digest("hex"),
    ...(asked.has(of) && tests !== undefined ? { tests } : {}),
  }));
  assert.equal((await worker.complete(job, result)).status, 204);
  return { job, deployment: await client.getDeployment({ params: { projectDeploymentId: id } }) };
}

test("a deployment runs the tests that the Project requires, with what only they import", async () => {
  const { client, id } = await tested({ development: true, production: false });
  const { job, deployment } = await deploy(client, outcome(passed));
  assert.equal(job.runTests, true);
  const sent = job.functions.find((one) => one.id === id);
  assert.deepEqual(sent?.tests, { source: text, libraries: ["lib/fixtures"], timeoutMs: 10_000 });
  assert.deepEqual(
    job.libraries?.map((one) => one.kind === "source" && one.name),
    ["fixtures"],
  );
  assert.equal(deployment.status, "completed");
  assert.deepEqual(deployment.tests, { passed: 1, failed: 0, skipped: 0 });
  assert.ok(deployment.log.some(({ message }) => message === "Ran the tests: 1 passed, 0 failed, 0 skipped."));
});

test("a failed test fails the deployment, names its place, and leaves what is served", async () => {
  const { client, projectId } = await tested({ development: true, production: false });
  const first = await deploy(client, outcome(passed));
  const { deployment } = await deploy(client, outcome(passed, failed, { ...failed, name: ["other"] }));
  assert.equal(deployment.status, "failed");
  assert.deepEqual(deployment.tests, { passed: 1, failed: 2, skipped: 0 });
  assert.deepEqual(deployment.error, {
    code: "TESTS_FAILED",
    step: "tests",
    message: "Tests of Function tested: sums > up: expected 1, got 2",
    file: "tested.test.ts",
    line: 3,
  });
  assert.ok(deployment.log.some(({ message }) => message.includes("other: expected 1, got 2")));
  const { activeDeployments } = await client.getProject({ params: { projectId } });
  assert.equal(activeDeployments.development, first.deployment.id);
});

test("tests that a worker did not run have failed", async () => {
  const { client } = await tested({ development: true, production: false });
  const { deployment } = await deploy(client, undefined);
  assert.equal(deployment.status, "failed");
  assert.match(deployment.error?.message ?? "", /the worker did not run them/);
});

test("a test file that does not build fails the deployment", async () => {
  const { client } = await tested({ development: true, production: false });
  const diagnostic = { severity: "error", message: "No such matcher.", line: 2, column: 1, code: "TS1" } as const;
  const { deployment } = await deploy(client, { diagnostics: [diagnostic], error: null, tests: [], coverage: null });
  assert.equal(deployment.status, "failed");
  assert.match(deployment.error?.message ?? "", /No such matcher/);
  assert.equal(deployment.error?.line, 2);
});

test("an unchanged Function is sent again for its tests", async () => {
  const { client, id } = await tested({ development: true, production: true });
  await deploy(client, outcome(passed));
  const { job } = await deploy(client, outcome(passed));
  assert.deepEqual(
    job.functions.map((one) => one.id),
    [id],
  );
});

test("without the setting no test runs, and a release that needs them refuses such a deployment", async () => {
  const { client, projectId } = await tested({ development: false, production: false });
  const { job, deployment } = await deploy(client, undefined);
  assert.deepEqual([job.runTests, deployment.tests, deployment.status], [undefined, null, "completed"]);
  const requiredTests = { development: false, production: true };
  await client.updateProject({ params: { projectId }, body: { requiredTests } });
  const release = (projectDeploymentId: string) => client.releaseDeployment({ body: { projectDeploymentId } });
  await assert.rejects(release(deployment.id), { status: 409, code: "INVALID_STATE", message: /ran none/ });
  const shown = await client.getDeployment({ params: { projectDeploymentId: deployment.id } });
  const offered = shown.availableActions.find(({ action }) => action === "release");
  assert.equal(offered?.allowed, false);

  const second = await deploy(client, outcome(passed));
  assert.deepEqual(second.deployment.tests, { passed: 1, failed: 0, skipped: 0 });
  const released = await release(second.deployment.id);
  assert.deepEqual(released.tests, { passed: 1, failed: 0, skipped: 0 });
});
