import { failAnyBuild } from "./fail-any-build.ts";
import { failDeployment } from "../deployments/builds/fail-deployment.ts";
import { appendLog } from "../deployments/queries/deployments.ts";
import type { DeploymentError } from "../../ground/store/tables/deployments.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endJob, jobLeases, lockJob, type JobRow } from "../../ground/jobs/queries/jobs.ts";
import { endLate } from "../../ground/leases/end-late.ts";
import { lost } from "../../ground/store/rows/leased-rows.ts";
import type { App } from "../../ground/app.ts";
import type { JobFailure } from "../../ground/store/tables/jobs.ts";
import { pruneFinished, queueAgain, unclaimed } from "../../ground/jobs/queries/reap.ts";
import { lockStuck } from "../deployments/queries/stuck.ts";

async function fail(scope: InstallationScope, job: JobRow, failure: JobFailure): Promise<void> {
  if (job.kind === "build")
    await failAnyBuild(scope, job, { ...failure, step: job.attempt === 0 ? "queued" : "build" });
  else await endJob(scope, job, { status: "failed", failure });
}

/** Requeues a job whose worker fell silent, or fails it after the last attempt. */
async function endLost(scope: InstallationScope, job: JobRow): Promise<void> {
  const silent = `Worker ${job.workerId} was lost while it worked on this`;
  if (job.attempt >= job.maxAttempts) {
    const often = job.maxAttempts === 1 ? "." : ` (attempt ${job.attempt} of ${job.maxAttempts}).`;
    await fail(scope, job, { code: "WORKER_LOST", message: silent + often });
    return;
  }
  await queueAgain(scope, job);
  if (job.deploymentId !== null)
    await appendLog(scope, { id: job.deploymentId, projectId: job.projectId }, [
      { level: "warn", message: `${silent}; another one will.` },
    ]);
}

function giveUp(scope: InstallationScope, job: JobRow): Promise<void> {
  const waitedMs = job.claimBy.getTime() - job.createdAt.getTime();
  const waited =
    waitedMs >= 120_000 ? `${Math.round(waitedMs / 60_000)} minutes` : `${Math.round(waitedMs / 1_000)} seconds`;
  return fail(scope, job, { code: "NO_WORKER", message: `No worker took it within ${waited}. Is one connected?` });
}

/** Fails unfinished deployments that no job will ever finish. */
async function reapStuck(scope: InstallationScope): Promise<number> {
  const deployments = await lockStuck(scope);
  const message = "It was interrupted, and no worker builds it any more. Deploy again.";
  for (const { status, ...deployment } of deployments) {
    const error: DeploymentError = { code: "INTERRUPTED", step: status, message, file: null, line: null };
    await failDeployment(scope, deployment, error);
  }
  return deployments.length;
}

/**
 * Makes sure that no job and no deployment waits for ever, whichever process was killed. It requeues jobs with an
 * expired lease, or fails them after the last attempt. It fails unclaimed jobs and deployments without a job, and
 * removes finished jobs. Several replicas may run it at once. Returns how many rows it changed.
 */
export async function reapJobs(app: App): Promise<number> {
  const late = { leases: jobLeases, lock: lockJob };
  const lostJobs = await Array.fromAsync(endLate(app, { ...late, late: lost, end: endLost }));
  const unclaimedJobs = await Array.fromAsync(endLate(app, { ...late, late: unclaimed, end: giveUp }));
  const stuck = await app.store.inInstallation(reapStuck);
  await app.store.inInstallation(pruneFinished);
  return lostJobs.length + unclaimedJobs.length + stuck;
}
