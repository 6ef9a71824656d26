import assert from "node:assert/strict";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import type { Scene } from "../doors/internal/testing/start-scene.ts";
import type { TestWorker } from "../doors/internal/testing/connect-worker.ts";
import type { Author } from "./author.ts";

/** Deploys an author's drafts to Development and returns the deployment; `each` overrides a Function's build result. */
export async function deployed(
  scene: Scene,
  author: Author,
  each?: Parameters<TestWorker["build"]>[1],
): Promise<Deployment> {
  const { id } = await author.deploy();
  const worker = scene.worker();
  const job = await worker.claim(["build"]);
  assert.ok(job?.kind === "build" && job.deploymentId === id, "its build is the one that is given out");
  assert.equal((await worker.complete(job, await worker.build(job, each))).status, 204);
  const done = await author.get(id);
  assert.equal(done.status, "completed", JSON.stringify(done.error));
  return done;
}

/** The active deployments of the environments of an author's Project, and whether they are pinned. */
export async function targetsOf(author: Author): Promise<Record<string, { id: string | null; pinned: boolean }>> {
  const { items } = await author.client.listEnvironments();
  return Object.fromEntries(
    items.map(({ name, activeDeploymentId, pinned }) => [name, { id: activeDeploymentId, pinned }]),
  );
}
