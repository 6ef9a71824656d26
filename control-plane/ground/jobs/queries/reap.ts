import { sql } from "kysely";
import type { InstallationScope } from "../../store/scope.ts";
import { notifyQueued, type JobRow } from "./jobs.ts";

/** The most rows that one statement takes. */
const batch = 100;
/** A build that waited behind another one has this long after that one's end to be claimed. */
const claimAgainMs = 600_000;
/** Finished jobs are kept this long, so that a repeated completion is recognised. */
const keepFinishedMs = 3_600_000;

const interval = (ms: number) => sql`${ms} * interval '1 millisecond'`;

/** Whether a job is late, or finished long ago, so that `reapJobs` has to look. */
export const mayReapJobs = sql<boolean>`
  (exists (select from jobs where status = 'running' and lease_until < now())
  or exists (select from jobs where status = 'queued' and claim_by < now())
  or exists (select from jobs where status in ('succeeded', 'failed', 'cancelled')
    and finished_at < now() - ${interval(keepFinishedMs)}))`;

/** Jobs whose worker fell silent, locked. */
export const lockExpired = (scope: InstallationScope): Promise<JobRow[]> =>
  scope.tx
    .selectFrom("jobs")
    .selectAll()
    .where("status", "=", "running")
    .where("leaseUntil", "<", sql<Date>`now()`)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();

/**
 * Jobs that no worker claimed in time, locked. For a build that waits behind an earlier one, the time begins when that
 * one ends.
 */
export const lockUnclaimed = (scope: InstallationScope): Promise<JobRow[]> =>
  scope.tx
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

/** Requeues a job whose worker was lost. A build gets its full time to be claimed again. */
export async function queueAgain(scope: InstallationScope, job: JobRow): Promise<void> {
  await scope.tx
    .updateTable("jobs")
    .set({ status: "queued", workerId: null, leaseUntil: null })
    .$if(job.kind === "build", (query) => query.set({ claimBy: sql<Date>`now() + ${interval(claimAgainMs)}` }))
    .where("id", "=", job.id)
    .execute();
  await notifyQueued(scope, job.kind);
}

/** Removes jobs that finished a while ago. */
export async function pruneFinished(scope: InstallationScope): Promise<void> {
  await scope.tx
    .deleteFrom("jobs")
    .where("finishedAt", "<", sql<Date>`now() - ${interval(keepFinishedMs)}`)
    .execute();
}
