import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { runBuild } from "../jobs/run-build.ts";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

const drafted = (id: string, source: string, tests?: string): BuildJob["functions"][number] => ({
  id,
  slug: id,
  revision: 1,
  source,
  inputSchema: null,
  outputSchema: null,
  permissions: noPermissions,
  libraries: [],
  ...(tests === undefined ? {} : { tests: { source: tests, libraries: [], timeoutMs: 1_000 } }),
});
const testing = (body: string) =>
  `import { call, expect, test } from "ferrule/test";\ntest("one", async () => { ${body} });`;
const one = "export default () => 1;";

/** Builds a deployment as a worker does, with a control plane that has everything. */
async function build(functions: BuildJob["functions"], over: Partial<BuildJob> = {}) {
  const steps = new Set<string>();
  const lease = {
    signal: new AbortController().signal,
    log() {},
    progress: (_done: number, _total: number, step: string) => void steps.add(step),
  };
  const client = {
    listKnownBuilds: async () => ({ builds: [] }),
    listMissingBundles: async () => ({ missing: [] }),
    storeBundle: async () => undefined,
    storeBundles: async () => undefined,
  };
  const head = { id: "job_1", projectId: "prj_1", attempt: 1, leaseMs: 30_000, kind: "build" as const };
  const job: BuildJob = { ...head, deploymentId: "dep_1", functions, libraries: [], ...over };
  const { means } = runner;
  const result = await runBuild(job, lease, { builder: means.builder, client, tests: means });
  assert.equal(result.kind, "build");
  return { functions: result.kind === "build" ? result.functions : [], steps };
}

test("a deployment that requires tests has the outcome of each Function that has some", async () => {
  const functions = [
    drafted("good", one, testing("expect((await call({})).output).toBe(1);")),
    drafted("bad", one, testing("expect((await call({})).output).toBe(2);")),
    drafted("none", one),
  ];
  const { functions: built, steps } = await build(functions, { runTests: true });
  assert.deepEqual(
    built.map(({ id, valid, tests }) => [id, valid, tests?.tests.map(({ status }) => status)]),
    [
      ["good", true, ["passed"]],
      ["bad", true, ["failed"]],
      ["none", true, undefined],
    ],
  );
  assert.ok(steps.has("testing"));
});

test("tests are not run when they are not required, or when a Function is invalid", async () => {
  const good = drafted("good", one, testing(""));
  const { functions: unasked } = await build([good]);
  assert.equal(unasked[0]?.tests, undefined);
  const { functions: invalid } = await build([good, drafted("bad", "export default 5 + ;")], { runTests: true });
  assert.deepEqual(
    invalid.map(({ valid, tests }) => [valid, tests]),
    [
      [true, undefined],
      [false, undefined],
    ],
  );
});

test("tests do not change what a Function is built into", async () => {
  const { functions: without } = await build([drafted("a", one)]);
  const { functions: within } = await build([drafted("a", one, testing(""))], { runTests: true });
  assert.equal(within[0]?.bundleDigest, without[0]?.bundleDigest);
  assert.equal(within[0]?.buildKey, without[0]?.buildKey);
});
