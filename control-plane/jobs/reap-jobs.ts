import { sql } from "kysely";
import { failBuild } from "../deployments/fail-build.ts";
import { failDeployment } from "../deployments/fail-deployment.ts";
import { appendLog, type DeploymentError } from "../deployments/records.ts";
import type { InstallationScope } from "../store/scope.ts";
import { endJob, notifyQueued, type JobFailure, type JobRow } from "./records.ts";

/** How many rows one statement takes at most. */
const batch = 100;
/** A build that waited behind another one has this long from that one's end. */
const claimAgainMs = 600_000;
/** Finished jobs stay this long, so that a repeated completion is recognised. */
const keepFinishedMs = 3_600_000;
/** A deployment changes together with its job; this is only a margin. */
const stuckAfterMs = 60_000;

const interval = (ms: number) => sql`${ms} * interval '1 millisecond'`;

async function fail(scope: InstallationScope, job: JobRow, failure: JobFailure): Promise<void> {
  if (job.kind === "build") await failBuild(scope, job, { ...failure, step: job.attempt === 0 ? "queued" : "build" });
  else await endJob(scope, job, { status: "failed", failure });
}

/** Jobs whose worker has not been heard of: queued again, or failed after the last attempt. */
async function reapExpired(scope: InstallationScope): Promise<number> {
  const jobs = await scope.tx
    .selectFrom("jobs")
    .selectAll()
    .where("status", "=", "running")
    .where("leaseUntil", "<", sql<Date>`now()`)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const job of jobs) {
    const lost = `Worker ${job.workerId} was lost while it worked on this`;
    if (job.attempt >= job.maxAttempts) {
      const often = job.maxAttempts === 1 ? "." : ` (attempt ${job.attempt} of ${job.maxAttempts}).`;
      await fail(scope, job, { code: "WORKER_LOST", message: lost + often });
      continue;
    }
    await scope.tx
      .updateTable("jobs")
      .set({ status: "queued", workerId: null, leaseUntil: null })
      .$if(job.kind === "build", (query) => query.set({ claimBy: sql<Date>`now() + ${interval(claimAgainMs)}` }))
      .where("id", "=", job.id)
      .execute();
    if (job.deploymentId !== null)
      await appendLog(scope, { id: job.deploymentId, projectId: job.projectId }, [
        { level: "warn", message: `${lost}; another one will.` },
      ]);
    await notifyQueued(scope, job.kind);
  }
  return jobs.length;
}

/** Jobs that no worker took in time. A build that waits for an earlier one of its Project is given its time after that. */
async function reapUnclaimed(scope: InstallationScope): Promise<number> {
  const jobs = await scope.tx
    .selectFrom("jobs as job")
    .selectAll("job")
    .where("job.status", "=", "queued")
    .where("job.claimBy", "<", sql<Date>`now()`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("jobs as other")
            .select("other.id")
            .whereRef("other.projectId", "=", "job.projectId")
            .where("other.kind", "=", "build")
            .where("job.kind", "=", "build")
            .where((on) =>
              on.or([
                on("other.finishedAt", ">", sql<Date>`now() - ${interval(claimAgainMs)}`),
                on.and([
                  on("other.finishedAt", "is", null),
                  on(on.refTuple("other.createdAt", "other.id"), "<", on.refTuple("job.createdAt", "job.id")),
                ]),
              ]),
            ),
        ),
      ),
    )
    .limit(batch)
    .forUpdate("job")
    .skipLocked()
    .execute();
  for (const job of jobs) {
    const waitedMs = job.claimBy.getTime() - job.createdAt.getTime();
    const waited =
      waitedMs >= 120_000 ? `${Math.round(waitedMs / 60_000)} minutes` : `${Math.round(waitedMs / 1_000)} seconds`;
    await fail(scope, job, { code: "NO_WORKER", message: `No worker took it within ${waited}. Is one connected?` });
  }
  return jobs.length;
}

/** Unfinished deployments that no job will ever finish. */
async function reapStuck(scope: InstallationScope): Promise<number> {
  const deployments = await scope.tx
    .selectFrom("deployments as deployment")
    .select(["deployment.id", "deployment.projectId", "deployment.status"])
    .where("deployment.status", "in", ["queued", "building", "activating"])
    .where("deployment.updatedAt", "<", sql<Date>`now() - ${interval(stuckAfterMs)}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("jobs")
            .select("jobs.id")
            .whereRef("jobs.deploymentId", "=", "deployment.id")
            .where("jobs.status", "in", ["queued", "running"]),
        ),
      ),
    )
    .limit(batch)
    .forUpdate("deployment")
    .skipLocked()
    .execute();
  const message = "It was interrupted and nothing works on it any more. Deploy again.";
  for (const { status, ...deployment } of deployments) {
    const error: DeploymentError = { code: "INTERRUPTED", step: status, message, file: null, line: null };
    await failDeployment(scope, deployment, error);
  }
  return deployments.length;
}

/**
 * Sees to it that no job and no deployment waits for ever, whatever was killed: expired leases are queued again or fail
 * after the last attempt, unclaimed jobs fail, deployments without a job fail, finished jobs are removed. Any number of
 * replicas may run it at once. Answers how many rows it had to move.
 */
export async function reapJobs(scope: InstallationScope): Promise<number> {
  const moved = (await reapExpired(scope)) + (await reapUnclaimed(scope)) + (await reapStuck(scope));
  await scope.tx
    .deleteFrom("jobs")
    .where("finishedAt", "<", sql<Date>`now() - ${interval(keepFinishedMs)}`)
    .execute();
  return moved;
}
