import { failBuild } from "../deployments/builds/fail-build.ts";
import { failDeployment } from "../deployments/builds/fail-deployment.ts";
import { appendLog } from "../deployments/queries/deployments.ts";
import type { DeploymentError } from "../../ground/store/tables/deployments.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endJob, type JobRow } from "../../ground/jobs/queries/jobs.ts";
import type { JobFailure } from "../../ground/store/tables/jobs.ts";
import { lockExpired, lockUnclaimed, pruneFinished, queueAgain } from "../../ground/jobs/queries/reap.ts";
import { lockStuck } from "../deployments/queries/stuck.ts";

async function fail(scope: InstallationScope, job: JobRow, failure: JobFailure): Promise<void> {
  if (job.kind === "build") await failBuild(scope, job, { ...failure, step: job.attempt === 0 ? "queued" : "build" });
  else await endJob(scope, job, { status: "failed", failure });
}

/** Requeues jobs whose worker fell silent, or fails them after the last attempt. */
async function reapExpired(scope: InstallationScope): Promise<number> {
  const jobs = await lockExpired(scope);
  for (const job of jobs) {
    const lost = `Worker ${job.workerId} was lost while it worked on this`;
    if (job.attempt >= job.maxAttempts) {
      const often = job.maxAttempts === 1 ? "." : ` (attempt ${job.attempt} of ${job.maxAttempts}).`;
      await fail(scope, job, { code: "WORKER_LOST", message: lost + often });
      continue;
    }
    await queueAgain(scope, job);
    if (job.deploymentId !== null)
      await appendLog(scope, { id: job.deploymentId, projectId: job.projectId }, [
        { level: "warn", message: `${lost}; another one will.` },
      ]);
  }
  return jobs.length;
}

/**
 * Fails jobs that no worker claimed in time. For a build that waits behind an earlier one, the time begins when that
 * one ends.
 */
async function reapUnclaimed(scope: InstallationScope): Promise<number> {
  const jobs = await lockUnclaimed(scope);
  for (const job of jobs) {
    const waitedMs = job.claimBy.getTime() - job.createdAt.getTime();
    const waited =
      waitedMs >= 120_000 ? `${Math.round(waitedMs / 60_000)} minutes` : `${Math.round(waitedMs / 1_000)} seconds`;
    await fail(scope, job, { code: "NO_WORKER", message: `No worker took it within ${waited}. Is one connected?` });
  }
  return jobs.length;
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
export async function reapJobs(scope: InstallationScope): Promise<number> {
  const moved = (await reapExpired(scope)) + (await reapUnclaimed(scope)) + (await reapStuck(scope));
  await pruneFinished(scope);
  return moved;
}
