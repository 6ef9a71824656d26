import { endJob, lockNewBuilds } from "../../ground/jobs/queries/jobs.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { appendLog, updateDeployment } from "./queries/deployments.ts";
import type { DeploymentError } from "../../ground/store/tables/deployments.ts";

/** Cancels the Project's queued deployments that have never begun, in favour of deployment `byNumber`. */
export async function supersedeQueued(scope: ProjectScope, byNumber: number): Promise<void> {
  // Locks the jobs first. A job that a worker is claiming at this moment is then no longer queued, so its build
  // continues.
  const jobs = await lockNewBuilds(scope);
  const message = `Superseded by deployment #${byNumber} before it began.`;
  const error: DeploymentError = { code: "SUPERSEDED", step: "queued", message, file: null, line: null };
  for (const job of jobs) {
    await endJob(scope, job, { status: "cancelled" });
    if (job.deploymentId === null) continue;
    await updateDeployment(scope, job.deploymentId, { status: "cancelled", error, finished: true });
    await appendLog(scope, { id: job.deploymentId, projectId: scope.projectId }, [{ level: "warn", message }]);
  }
}
