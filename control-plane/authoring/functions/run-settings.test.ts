import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultRunPolicy } from "@ferrule/contract/resources/run.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { workerOf } from "../../testing/deploy-drafts.ts";
import { keepCalled } from "../../testing/keep-called.ts";
import { issuePaths } from "../../testing/refusal.ts";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";

const plane = duringTests(startTestControlPlane);
const handler = "export default () => 1;\n";

/** A Project of its own with its owner. */
async function startProject() {
  const { id } = await plane.createProject();
  return plane.signInAs("owner", id);
}

test("a Function is not durable unless it says so, and what its policy leaves out has its default", async () => {
  const client = await startProject();
  const made = await client.createFunction({ body: { slug: "usual", source: handler } });
  assert.deepEqual([made.run, made.runPolicy], ["call", defaultRunPolicy]);
  const params = { functionId: made.id };
  const body = { run: "durable" as const, runPolicy: { concurrency: { limit: 2 }, key: "/orderId" } };
  const durable = await client.updateFunction({ params, body });
  const policy = { ...defaultRunPolicy, key: "/orderId", concurrency: { limit: 2, per: "function" } };
  assert.deepEqual([durable.run, durable.runPolicy, durable.revision], ["durable", policy, 2]);
  const [listed] = (await client.listFunctions()).items;
  assert.deepEqual([listed?.run, listed?.runPolicy], ["durable", policy]);
  const old = await client.getFunctionVersion({ params: { ...params, revision: "1" } });
  assert.deepEqual([old.run, old.runPolicy], ["call", defaultRunPolicy]);
  const { items } = await client.listAuditEvents({ query: { targetId: made.id } });
  assert.deepEqual(items.find(({ action }) => action === "function.update")?.changes, {
    before: { run: "call", runPolicy: defaultRunPolicy },
    after: { run: "durable", runPolicy: policy },
  });
});

test("refuses a policy that no run could follow, with the place", async () => {
  const client = await startProject();
  const refused = (body: object) =>
    issuePaths(client.createFunction({ body: { slug: "wrong", source: handler, ...body } }));
  assert.deepEqual(await refused({ run: "sometimes" }), ["body.run"]);
  assert.deepEqual(await refused({ runPolicy: { deadlineSeconds: 2_592_001 } }), ["body.runPolicy.deadlineSeconds"]);
  assert.deepEqual(await refused({ runPolicy: { key: "orderId" } }), ["body.runPolicy.key"]);
  assert.deepEqual(await refused({ runPolicy: { concurrency: { limit: 0 } } }), ["body.runPolicy.concurrency.limit"]);
  assert.deepEqual(await refused({ runPolicy: { concurrency: { limit: 1, per: "caller" } } }), [
    "body.runPolicy.concurrency.per",
  ]);
  assert.deepEqual(await refused({ runPolicy: { rate: { limit: 1 } } }), ["body.runPolicy.rate.perSeconds"]);
  assert.deepEqual(await refused({ runPolicy: { onRelease: "stop" } }), ["body.runPolicy.onRelease"]);
  assert.deepEqual(await refused({ permissions: { runs: ["Not A Slug"] } }), ["body.permissions.runs.0"]);
});

test("config in the source sets both, and nothing else changes them", async () => {
  const client = await startProject();
  const config = 'export const config = { run: "durable", runPolicy: { deadlineSeconds: 60 } };\n';
  const made = await client.createFunction({ body: { slug: "configured", source: config + handler } });
  const policy = { ...defaultRunPolicy, deadlineSeconds: 60 };
  assert.deepEqual([made.run, made.runPolicy, made.setInCode], ["durable", policy, ["run", "runPolicy"]]);
  const params = { functionId: made.id };
  const change = client.updateFunction({ params, body: { run: "call", runPolicy: policy } });
  assert.deepEqual(await issuePaths(change), ["body.run"]);
});

test("a Project's source and a manifest leave both out where they are usual, and bring them where they are not", async () => {
  const client = await startProject();
  await client.createFunction({ body: { slug: "usual", source: handler } });
  const runPolicy = { ...defaultRunPolicy, onRelease: "move" as const };
  const { id } = await client.createFunction({ body: { slug: "slow", source: handler, run: "durable", runPolicy } });
  const { source } = await client.getProjectSource();
  const said = source.functions.map((one) => [one.slug, one.run, one.runPolicy]);
  assert.deepEqual(said, [
    ["slow", "durable", runPolicy],
    ["usual", undefined, undefined],
  ]);
  const endpoint = await client.createRuntimeEndpoint({ body: { kind: "mcp", slug: "desk" } });
  await client.createMcpBinding({ params: { endpointId: endpoint.id }, body: { functionId: id, toolName: "slow" } });
  const exported = await client.getManifest({ params: { endpointId: endpoint.id } });
  assert.deepEqual([exported.functions[0]?.run, exported.functions[0]?.runPolicy], ["durable", runPolicy]);

  const other = await startProject();
  const plan = await other.previewProjectSource({ body: { source } });
  await other.applyProjectSource({ body: { source, previewDigest: plan.digest } });
  const copied = await other.getProjectSource();
  assert.deepEqual(copied.source.functions, source.functions);
  const again = await other.previewProjectSource({ body: { source } });
  assert.deepEqual(again.changes, []);
  const usual = source.functions.map(({ run: _run, runPolicy: _policy, ...one }) => one);
  const back = await other.previewProjectSource({ body: { source: { ...source, functions: usual } } });
  assert.deepEqual(
    back.changes.map(({ name, fields }) => [name, ...fields]),
    [["slow", "run", "runPolicy"]],
  );
});

test("lists the Functions that may start the runs of another", async () => {
  const client = await startProject();
  await client.createFunction({ body: { slug: "charge", source: handler } });
  await client.createFunction({ body: { slug: "order", source: handler, permissions: { runs: ["charge"] } } });
  const { items } = await client.listFunctions({ query: { run: "charge" } });
  assert.deepEqual(
    items.map(({ slug, permissions }) => [slug, permissions.runs]),
    [["order", ["charge"]]],
  );
});

test("a build is told that a Function is durable, as saved or as an unsaved source says", async () => {
  const client = await startProject();
  const worker = workerOf(plane);
  const { id } = await client.createFunction({ body: { slug: "slow", source: handler, run: "durable" } });
  await client.createFunction({ body: { slug: "left-out", source: handler } });
  await client.createDeployment({ body: {} });
  const build = await worker.claim(["build"]);
  assert.ok(build?.kind === "build");
  assert.deepEqual(
    build.functions.map(({ slug, run }) => [slug, run]),
    [["slow", "durable"]],
    "a durable Function needs no binding",
  );
  await worker.complete(build, await worker.build(build));

  const unsaved = `export const config = { run: "call" };\n${handler}`;
  for (const [source, run] of [
    [undefined, "durable"],
    [unsaved, undefined],
  ] as const) {
    const validated = client.validateFunction({ params: { functionId: id }, body: { source } });
    const job = await worker.claim(["validate"]);
    assert.ok(job?.kind === "validate");
    assert.equal(job.function.run, run);
    await worker.complete(job, {
      kind: "validate",
      function: {
        id,
        valid: true,
        diagnostics: [],
        derived: { inputSchema: null, outputSchema: null, description: "" },
        bundleDigest: null,
      },
    });
    assert.equal((await validated).valid, true);
  }
});

test("a validation warns of a Function whose runs are to be started, but that does not exist", async () => {
  const client = await startProject();
  const worker = workerOf(plane);
  await client.createFunction({ body: { slug: "charge", source: handler } });
  const permissions = { runs: ["charge", "refund"] };
  const { id } = await client.createFunction({ body: { slug: "order", source: handler, permissions } });
  const validated = client.validateFunction({ params: { functionId: id } });
  const job = await worker.claim(["validate"]);
  assert.ok(job?.kind === "validate");
  const derived = { inputSchema: null, outputSchema: null, description: "" };
  const found = { id, valid: true, diagnostics: [], derived, bundleDigest: null };
  await worker.complete(job, { kind: "validate", function: found });
  assert.deepEqual(
    (await validated).diagnostics.map(({ severity, code, message }) => [severity, code, message]),
    [["warning", "FUNCTION_MISSING", "The Function refund is declared in runs, but does not exist."]],
  );
});

test("a Function whose runs another one may start is deployed without a binding", async () => {
  const client = await startProject();
  await client.createFunction({ body: { slug: "charge", source: handler } });
  await client.createFunction({ body: { slug: "alone", source: handler } });
  const order = { slug: "order", source: handler, permissions: { runs: ["charge"] } };
  await keepCalled(client, (await client.createFunction({ body: order })).id);
  const preview = await client.previewDeployment();
  assert.deepEqual(
    preview.changes
      .filter(({ kind }) => kind === "function")
      .map(({ name }) => name)
      .toSorted(),
    ["charge", "order"],
  );
  assert.deepEqual(
    preview.notDeployed.map(({ slug }) => slug),
    ["alone"],
  );
  const added = preview.changes.find(({ name }) => name === "order");
  assert.deepEqual(
    added?.permissions.map(({ said }) => said),
    ["Can now use the runs of charge."],
  );
});
