import { readFrozen } from "./queries/freeze.ts";
import type { BuildJob } from "@ferrule/contract/internal/jobs.ts";
import { typedAsFrozen } from "../collections/typed-collections.ts";
import { listTypedConnections, usesSql } from "../connections/typed-connections.ts";
import type { JobRow } from "../jobs/queries/jobs.ts";
import type { InstallationScope } from "../store/scope.ts";
import { appendLog, updateDeployment } from "./queries/deployments.ts";

/** Marks the deployment of a build job that a worker has just claimed as `building`, and returns what to build. */
export async function beginBuild(
  scope: InstallationScope,
  job: JobRow,
): Promise<Pick<BuildJob, "functions" | "libraries">> {
  const deployment = await readFrozen(scope, job.deploymentId);
  const functions = deployment.snapshot?.functions ?? [];
  const progress = { done: 0, total: functions.length, step: "building" };
  await updateDeployment(scope, deployment.id, { status: "building", started: true, progress });
  const attempt = job.attempt === 1 ? "" : `, attempt ${job.attempt} of ${job.maxAttempts}`;
  const count = functions.length === 1 ? "1 Function" : `${functions.length} Functions`;
  const message = `Worker ${job.workerId} builds ${count}${attempt}.`;
  await appendLog(scope, deployment, [{ level: "info", message, data: { stage: "build" } }]);
  const collections = await typedAsFrozen(
    { tx: scope.tx, projectId: deployment.projectId },
    deployment.snapshot?.collections ?? [],
  );
  const connections = await listTypedConnections({ tx: scope.tx, projectId: deployment.projectId });
  return {
    functions: functions.map((drafted) => ({
      id: drafted.id,
      slug: drafted.slug,
      revision: drafted.revision,
      source: drafted.source,
      inputSchema: drafted.inputSchema,
      outputSchema: drafted.outputSchema,
      permissions: drafted.permissions,
      libraries: drafted.libraries ?? [],
      ...(drafted.source.includes("collection") ? { collections } : {}),
      ...(usesSql(drafted.source) ? { connections } : {}),
    })),
    libraries: deployment.snapshot?.libraries ?? [],
  };
}
