import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { artifactHead, artifactParts } from "@ferrule/contract/internal/artifact.ts";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { sql } from "kysely";
import { fetchManifest } from "../../../doors/internal/testing/fetch-manifest.ts";
import { startScene } from "../../../doors/internal/testing/start-scene.ts";
import { startAuthor, type Author } from "../../../testing/author.ts";
import { artifactDigest } from "./assemble-artifact.ts";
import { collectUnused } from "./collect-unused.ts";

const scene = duringTests(() => startScene({ holdMs: 500 }));

async function deploy(author: Author) {
  const { id } = await author.deploy();
  const worker = scene.worker();
  const job = (await worker.claim(["build"])) as BuildJob;
  assert.equal((await worker.complete(job, await worker.build(job))).status, 204);
  const deployment = await author.get(id);
  assert.equal(deployment.status, "completed", JSON.stringify(deployment.error));
  return { ...deployment, digest: deployment.digest ?? "" };
}

const partDigest = (value: unknown) => hash("sha256", canonicalJson(value));

async function startProject() {
  const author = await startAuthor(scene);
  const endpointId = await author.addEndpoint("orders");
  const [one, other] = [await author.addFunction("one"), await author.addFunction("other")];
  await author.bindTool(endpointId, one, "look_up");
  await author.bindTool(endpointId, other, "list");
  return { author, endpointId, one, other };
}

const partsOf = (projectId: string) =>
  scene.query((tx) =>
    tx.selectFrom("artifactParts").select("digest").where("projectId", "=", projectId).orderBy("digest").execute(),
  );

test("an artifact is answered as a head and its parts, and its digest names all of it", async () => {
  const { author } = await startProject();
  const { digest } = await deploy(author);
  const worker = scene.worker();
  const manifest = await fetchManifest(worker, digest);
  assert.equal(artifactDigest(manifest), digest);
  const head = artifactHead.parse((await worker.ask("getArtifact", undefined, digest)).body);
  assert.deepEqual(
    head.functions,
    manifest.functions.map((one) => [one.id, partDigest(one)]),
  );
  const digests = [...head.endpoints, ...head.functions].map(([, part]) => part);
  const read = (of: string[], from = digest) => worker.ask("listArtifactParts", { digests: of }, from);
  const { parts } = artifactParts.parse((await read([...digests, "0".repeat(64)])).body);
  assert.deepEqual(
    parts.map((part) => [part.digest, partDigest(JSON.parse(part.content))]),
    digests.map((part) => [part, part]),
  );
  const stranger = await startProject();
  const elsewhere = await deploy(stranger.author);
  assert.deepEqual((await read(digests, elsewhere.digest)).body, { parts: [] }, "parts of another Project");
});

test("what has not changed is not stored again", async () => {
  const { author, one } = await startProject();
  await deploy(author);
  const first = await partsOf(author.projectId);
  assert.equal(first.length, 3 + (await author.client.listRuntimeEndpoints({})).items.length - 1);
  await author.client.updateFunction({ params: { functionId: one }, body: { source: "// changed" } });
  const { changes } = await deploy(author);
  assert.deepEqual(
    changes.map(({ kind, name, change, fields }) => [kind, name, change, fields]),
    [["function", "one", "changed", ["code"]]],
  );
  assert.equal((await partsOf(author.projectId)).length, first.length + 1);
});

test("parts go with the last artifact that has them", async () => {
  const { author, one } = await startProject();
  const first = await deploy(author);
  const shared = new Set((await partsOf(author.projectId)).map(({ digest }) => digest));
  await author.client.updateFunction({ params: { functionId: one }, body: { source: "// changed" } });
  await deploy(author);
  const grown = await partsOf(author.projectId);
  await scene.query(async (tx) => {
    await sql`update artifacts set last_used_at = now() - interval '400 days'`.execute(tx);
    await sql`update deployments set digest = null where id = ${first.id}`.execute(tx);
  });
  await collectUnused(scene.app);
  const left = new Set((await partsOf(author.projectId)).map(({ digest }) => digest));
  assert.equal(left.size, grown.length - 1);
  assert.equal([...shared].filter((digest) => !left.has(digest)).length, 1);
});
