import type { DiagnosticCode } from "@ferrule/contract/help/diagnostic-help.ts";
import { endJob, type JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { JobFailure } from "../../../ground/store/tables/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { failDeployment } from "./fail-deployment.ts";

/** Ends a locked build job that produced no result, and its deployment with it. */
export async function failBuild(
  scope: InstallationScope,
  job: JobRow,
  failure: JobFailure & { step?: string },
): Promise<void> {
  const { code, message, step = "build" } = failure;
  await endJob(scope, job, { status: "failed", failure: { code, message } });
  if (job.deploymentId === null) return;
  const deployment = { id: job.deploymentId, projectId: job.projectId };
  // The codes that builds end with are those of the worker and of `reapJobs`.
  await failDeployment(scope, deployment, { code: code as DiagnosticCode, step, message, file: null, line: null });
}
