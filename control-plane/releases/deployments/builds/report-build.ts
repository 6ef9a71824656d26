import type { jobProgress } from "@ferrule/contract/internal/jobs.ts";
import type { z } from "zod";
import type { JobRow } from "../../../ground/jobs/queries/jobs.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { appendLog, noteProgress } from "../queries/deployments.ts";

type Report = Pick<z.infer<typeof jobProgress>, "done" | "total" | "step" | "logs">;

/** Stores a build's progress and its new log lines on its deployment. */
export async function reportBuild(scope: InstallationScope, job: JobRow, report: Report): Promise<void> {
  if (job.deploymentId === null) return;
  const { done, total, step } = report;
  if (done !== undefined || total !== undefined || step !== undefined) {
    await noteProgress(scope, job.deploymentId, { done, total, step });
  }
  await appendLog(scope, { id: job.deploymentId, projectId: job.projectId }, report.logs);
}
