import assert from "node:assert/strict";
import type { Client } from "@ferrule/contract/client.ts";
import type { TestControlPlane } from "./test-control-plane.ts";
import { connectWorker } from "../doors/internal/testing/connect-worker.ts";

/** A worker's side of `/internal`. */
export const workerOf = (plane: TestControlPlane) =>
  connectWorker(plane.internalUrl, plane.settings.workerApiTokens[0], "wrk_of_the_tests");

/** Deploys the client's Project to Development, as if every Function built successfully. */
export async function deployDrafts(plane: TestControlPlane, client: Client): Promise<void> {
  const worker = workerOf(plane);
  const { id } = await client.createDeployment({ body: {} });
  const job = await worker.claim(["build"]);
  assert.ok(job?.kind === "build");
  assert.equal((await worker.complete(job, await worker.build(job))).status, 204);
  const deployment = await client.getDeployment({ params: { projectDeploymentId: id } });
  assert.equal(deployment.status, "completed", JSON.stringify(deployment.error));
}
