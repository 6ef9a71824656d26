import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@ferrule/contract/client.ts";
import type { Commit } from "@ferrule/contract/resources/commit.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startScene } from "../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../testing/author.ts";

const scene = duringTests(() => startScene({ holdMs: 300 }));

const page = "https://git.example/team/shop/commit/";
const commitOf = (digit: string, more: Partial<Commit> = {}): Commit => {
  const sha = digit.repeat(40);
  return { sha, branch: "main", author: "Ada Example", url: `${page}${sha}`, ...more };
};

async function authorWithTool(): Promise<{ author: Author; functionId: string }> {
  const author = await startAuthor(scene);
  const functionId = await author.addFunction("word");
  await author.bindTool(await author.addEndpoint("desk"), functionId, "word");
  return { author, functionId };
}

/** Deploys the drafts as coming from a commit, and waits until Development serves them. */
async function deployCommit({ client, get }: Author, commit?: Commit) {
  const { id } = await client.createDeployment({ body: commit === undefined ? {} : { commit } });
  const worker = scene.worker();
  const job = await worker.claim(["build"]);
  assert.ok(job?.kind === "build");
  assert.equal((await worker.complete(job, await worker.build(job))).status, 204);
  return get(id);
}

test("a deployment keeps its commit, and its release and a rollback to it have the same", async () => {
  const { author, functionId } = await authorWithTool();
  const { client } = author;
  const first = await deployCommit(author, commitOf("a"));
  assert.deepEqual(first.commit, commitOf("a"));
  const released = await client.releaseDeployment({ body: { projectDeploymentId: first.id } });
  assert.deepEqual(released.commit, commitOf("a"));
  await client.updateFunction({ params: { functionId }, body: { source: "// two" } });
  const second = await deployCommit(author, commitOf("b"));
  const back = await client.rollbackDeployment({ params: { projectDeploymentId: second.id }, body: {} });
  assert.deepEqual(back.commit, commitOf("a"));
  const { items } = await client.listDeployments({ query: {} });
  assert.deepEqual(
    items.map(({ commit }) => commit?.sha.slice(0, 1)),
    ["a", "b", "a", "a"],
  );
});

test("a deployment leads to the comparison with the commit served before it", async () => {
  const { author, functionId } = await authorWithTool();
  const first = await deployCommit(author, commitOf("a"));
  assert.equal(first.comparisonUrl, null);
  await author.client.updateFunction({ params: { functionId }, body: { source: "// two" } });
  const second = await deployCommit(author, commitOf("b"));
  assert.equal(second.comparisonUrl, `https://git.example/team/shop/compare/${"a".repeat(40)}...${"b".repeat(40)}`);
  await author.client.updateFunction({ params: { functionId }, body: { source: "// three" } });
  const third = await deployCommit(author);
  assert.deepEqual([third.commit, third.comparisonUrl], [null, null]);
});

test("the audit names the commit that was deployed", async () => {
  const { author } = await authorWithTool();
  await deployCommit(author, commitOf("c"));
  const { items } = await author.client.listAuditEvents({ query: { action: "deployment.create" } });
  assert.deepEqual(items[0]?.changes, { commit: commitOf("c") });
});

test("refuses a commit whose link could run a script or carry a password", async () => {
  const { author } = await authorWithTool();
  for (const url of [
    "javascript:alert(1)",
    "https://ada:word@git.example/team/shop",
    "data:text/html,x",
    "//git.example/x",
  ]) {
    const refused = author.client.createDeployment({ body: { commit: commitOf("a", { url }) } });
    await assert.rejects(refused, (error) => error instanceof ApiError && error.code === "VALIDATION_ERROR", url);
  }
  for (const sha of ["abc", "A".repeat(40), `${"a".repeat(39)}\n`, "main"]) {
    const refused = author.client.createDeployment({ body: { commit: { sha } } });
    await assert.rejects(refused, (error) => error instanceof ApiError && error.code === "VALIDATION_ERROR", sha);
  }
});
