import type { jobProgress, jobProgressAnswer } from "@ferrule/contract/internal/jobs.ts";
import type { z } from "zod";
import { reportBuild } from "../deployments/builds/report-build.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { appendEvents } from "../../ground/jobs/queries/append-events.ts";
import { jobLeases, lockJob } from "../../ground/jobs/queries/jobs.ts";
import { leaseLost, requireHeld } from "../../ground/leases/require-held.ts";

/**
 * Accepts a worker's report on its job: renews the lease and stores the news. Returns whether somebody cancelled the
 * job.
 * @throws PublicError INVALID_STATE when the lease is lost.
 */
export async function reportProgress(
  scope: InstallationScope,
  jobId: string,
  report: z.infer<typeof jobProgress>,
  leaseMs: number,
): Promise<z.infer<typeof jobProgressAnswer>> {
  const job = await lockJob(scope, jobId);
  requireHeld(job, report);
  if (job.status === "cancelled") return { cancelled: true };
  const holding = [{ runId: jobId, attempt: report.attempt }];
  const lost = await jobLeases.renew(scope, { workerId: report.workerId, holding, leaseMs });
  if (lost.length > 0) throw leaseLost();
  if (job.kind === "build") await reportBuild(scope, job, report);
  else await appendEvents(scope, job, report.logs);
  return { cancelled: false };
}
