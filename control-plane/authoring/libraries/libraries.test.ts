import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "@ferrule/contract/client.ts";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import type { PackageLock } from "@ferrule/contract/internal/libraries.ts";
import { startInProject } from "../../testing/start-in-project.ts";
import type { TestControlPlane } from "../../testing/test-control-plane.ts";
import { workerOf } from "../../testing/deploy-drafts.ts";
import { issuePaths, refusal } from "../../testing/refusal.ts";
import { keepCalled } from "../../testing/keep-called.ts";

let plane: TestControlPlane;
let client: Client;
let projectId: string;
before(async () => {
  ({ plane, projectId, client } = await startInProject("owner"));
});
after(() => plane[Symbol.asyncDispose]());

const integrity = (letter: string) => `sha512-${letter.repeat(86)}==`;
const lockOf = (name: string, letter: string): PackageLock => [
  { name, version: "1.0.0", integrity: integrity(letter), dependencies: { leaf: "2.0.0" } },
  { name: "leaf", version: "2.0.0", integrity: integrity("L"), dependencies: {} },
];
async function addFunction(slug: string, source: string): Promise<string> {
  const { id } = await client.createFunction({ body: { slug, source } });
  await keepCalled(client, id);
  return id;
}

/** The build job of the Project's new deployment, as a worker receives it. */
async function claimBuild(): Promise<{ job: BuildJob; deploymentId: string }> {
  const { id } = await client.createDeployment({ body: {} });
  const job = await workerOf(plane).claim(["build"]);
  assert.ok(job?.kind === "build");
  return { job, deploymentId: id };
}
async function finish(job: BuildJob, resolved: { id: string; revision: number; lock: PackageLock }[] = []) {
  const worker = workerOf(plane);
  const result = await worker.build(job);
  assert.ok(result.kind === "build");
  assert.equal((await worker.complete(job, { ...result, resolved })).status, 204);
}

test("a source Library is created, read, listed without its text, replaced and deleted", async () => {
  const source = 'import { x } from "lib/other"; export const one = x;';
  const created = await client.createLibrary({ body: { kind: "source", name: "one", source } });
  assert.deepEqual(
    { ...created, id: "", createdAt: "", updatedAt: "" },
    {
      id: "",
      projectId,
      name: "one",
      kind: "source",
      version: "1",
      package: null,
      integrity: null,
      dependencies: [],
      importName: "lib/one",
      usedBy: [],
      createdAt: "",
      updatedAt: "",
      revision: 1,
      source,
    },
  );
  const params = { libraryId: created.id };
  assert.deepEqual(await client.getLibrary({ params }), created);
  const { items } = await client.listLibraries({ query: {} });
  assert.deepEqual(
    items.map((item) => [item.name, "source" in item]),
    [["one", false]],
  );
  const replaced = await client.replaceLibrary({ params, body: { source: "export const one = 2;" } });
  assert.deepEqual([replaced.version, replaced.revision, replaced.source], ["2", 2, "export const one = 2;"]);
  const stale = client.replaceLibrary({ params, body: { source }, headers: { "if-match": '"1"' } });
  assert.equal((await refusal(stale)).code, "REVISION_CONFLICT");
  await client.deleteLibrary({ params });
  assert.equal((await refusal(client.getLibrary({ params }))).status, 404);
});

test("what does not go with its kind is refused by its path, and a taken name or package is a conflict", async () => {
  const bad = (body: object) => issuePaths(client.createLibrary({ body: body as never }));
  assert.deepEqual(await bad({ kind: "source", name: "a" }), ["body.source"]);
  assert.deepEqual(await bad({ kind: "source", name: "../a", source: "1" }), ["body.name"]);
  assert.deepEqual(await bad({ kind: "source", name: "a", source: "1", package: "ms" }), ["body.package"]);
  for (const version of ["^1.0.0", "latest", "1.0", "https://a.example/x.tgz", "1.0.0 || 2.0.0"]) {
    assert.deepEqual(await bad({ kind: "npm", name: "ms", version }), ["body.version"]);
  }
  for (const name of ["../ms", "ferrule", "@a", "A", ".hidden", "a/b"]) {
    assert.deepEqual(await bad({ kind: "npm", name, version: "1.0.0" }), ["body.name"]);
  }
  assert.deepEqual(await bad({ kind: "npm", name: "ms", version: "1.0.0", integrity: "sha1-x" }), ["body.integrity"]);
  const { id } = await client.createLibrary({
    body: { kind: "npm", name: "dates", package: "day-names", version: "1.0.0" },
  });
  const again = client.createLibrary({ body: { kind: "npm", name: "dates", version: "1.0.0" } });
  assert.equal((await refusal(again)).code, "CONFLICT");
  const samePackage = client.createLibrary({ body: { kind: "npm", name: "day-names", version: "1.0.0" } });
  assert.equal((await refusal(samePackage)).code, "CONFLICT");
  const params = { libraryId: id };
  assert.deepEqual(await issuePaths(client.replaceLibrary({ params, body: { source: "1" } })), [
    "body.source",
    "body.version",
  ]);
  assert.deepEqual(await issuePaths(client.replaceLibrary({ params, body: { version: "~1" } })), ["body.version"]);
});

test("a package that cannot work in a Function is refused by name, with what to use instead, and nothing is kept", async () => {
  const body = { kind: "npm", name: "database", package: "pg", version: "8.13.1" } as const;
  const error = await refusal(client.createLibrary({ body }));
  assert.deepEqual([error.status, error.code], [400, "VALIDATION_ERROR"]);
  assert.match(JSON.stringify(error.details), /body\.package.*cannot work in a Function.*PostgREST/);
  const { items } = await client.listLibraries({ query: {} });
  assert.ok(!items.some(({ name }) => name === "database"));
});

test("a Library that is imported says by whom and cannot be deleted, until nobody imports it", async () => {
  const { id } = await client.createLibrary({
    body: { kind: "source", name: "shared", source: "export const a = 1;" },
  });
  const over = await client.createLibrary({
    body: { kind: "source", name: "over", source: 'export { a } from "lib/shared";' },
  });
  const body = { slug: "user", source: 'import { a } from "lib/shared"; export default () => a;' };
  const { id: functionId } = await client.createFunction({ body });
  const params = { libraryId: id };
  assert.deepEqual((await client.getLibrary({ params })).usedBy, ["lib/over", "user"]);
  const refused = await refusal(client.deleteLibrary({ params }));
  assert.deepEqual([refused.status, refused.code, refused.details], [409, "IN_USE", { usedBy: ["lib/over", "user"] }]);
  await client.deleteLibrary({ params: { libraryId: over.id } });
  await client.deleteFunction({ params: { functionId } });
  await client.deleteLibrary({ params });
});

test("a deployment carries the Libraries that its Functions use as they were, those behind them too, and no others", async () => {
  await client.createLibrary({ body: { kind: "source", name: "inner", source: "export const a = 1;" } });
  const outer = await client.createLibrary({
    body: { kind: "source", name: "outer", source: 'export { a } from "lib/inner"; export { b } from "pkg";' },
  });
  await client.createLibrary({ body: { kind: "npm", name: "pkg", version: "1.0.0" } });
  await client.createLibrary({ body: { kind: "source", name: "unused", source: "export const a = 1;" } });
  await addFunction("imports-outer", 'import { a } from "lib/outer"; export default () => a;');
  const { id } = await client.createDeployment({ body: {} });
  await client.replaceLibrary({ params: { libraryId: outer.id }, body: { source: "export const a = 3;" } });
  const job = await workerOf(plane).claim(["build"]);
  assert.ok(job?.kind === "build");
  assert.deepEqual(
    job.libraries?.map((one) => (one.kind === "source" ? [one.name, one.imports] : [one.package, one.version])),
    [
      ["inner", []],
      ["outer", ["lib/inner", "pkg"]],
      ["pkg", "1.0.0"],
    ],
  );
  assert.deepEqual(job.functions.find(({ slug }) => slug === "imports-outer")?.libraries, ["lib/outer"]);
  await finish(job);
  assert.equal((await client.getDeployment({ params: { projectDeploymentId: id } })).status, "completed");
});

test("the integrity that a build first fetched is kept; another package for it afterwards fails the deployment", async () => {
  const { id } = await client.createLibrary({ body: { kind: "npm", name: "kept", version: "1.0.0" } });
  await addFunction("uses-kept", 'import k from "kept"; export default () => k;');
  const first = await claimBuild();
  const held = first.job.libraries?.find((one) => one.id === id);
  assert.ok(held?.kind === "npm" && held.lock === null && held.integrity === null);
  await finish(first.job, [{ id, revision: 1, lock: lockOf("kept", "A") }]);
  const kept = await client.getLibrary({ params: { libraryId: id } });
  assert.deepEqual([kept.integrity, kept.dependencies, kept.revision], [integrity("A"), ["leaf@2.0.0"], 1]);

  const second = await claimBuild();
  const locked = second.job.libraries?.find((one) => one.id === id);
  assert.ok(locked?.kind === "npm");
  assert.deepEqual(locked.lock, lockOf("kept", "A"));
  // This build began before the first one's result was stored.
  await finish(second.job, [{ id, revision: 1, lock: lockOf("kept", "B") }]);
  const failed = await client.getDeployment({ params: { projectDeploymentId: second.deploymentId } });
  assert.deepEqual([failed.status, failed.error?.code], ["failed", "LIBRARY_INTEGRITY"]);
  assert.equal((await client.getLibrary({ params: { libraryId: id } })).integrity, integrity("A"));

  const same = await client.replaceLibrary({ params: { libraryId: id }, body: { version: "1.0.0" } });
  assert.equal(same.integrity, integrity("A"));
  const next = await client.replaceLibrary({ params: { libraryId: id }, body: { version: "1.1.0" } });
  assert.deepEqual([next.integrity, next.dependencies], [null, []]);
});

test("a validation carries the Libraries of the text it checks, saved or not", async () => {
  const functionId = await addFunction("checked", "export default () => 1;");
  await client.createLibrary({ body: { kind: "source", name: "late", source: "export const a = 1;" } });
  const source = 'import { a } from "lib/late"; export default () => a;';
  const worker = workerOf(plane);
  const asked = client.validateFunction({ params: { functionId }, body: { source } });
  const job = await worker.claim(["validate"]);
  assert.ok(job?.kind === "validate");
  assert.deepEqual(
    job.libraries?.map((one) => one.kind === "source" && one.name),
    ["late"],
  );
  const derived = { inputSchema: null, outputSchema: null, description: "" };
  const built = { id: functionId, valid: true, diagnostics: [], derived, bundleDigest: "0".repeat(64) };
  await worker.complete(job, { kind: "validate", function: built });
  assert.equal((await asked).valid, true);
});
