import { sql } from "kysely";
import type { Late } from "../../store/rows/leased-rows.ts";
import type { InstallationScope } from "../../store/scope.ts";
import { jobLeases, notifyQueued, waitsForEarlierBuild, type JobRow } from "./jobs.ts";

/** A build that waited behind another one has this long after that one's end to be claimed. */
const claimAgainMs = 600_000;
/** Finished jobs are kept this long, so that a repeated completion is recognised. */
const keepFinishedMs = 3_600_000;

const interval = (ms: number) => sql`${ms} * interval '1 millisecond'`;
const finishedLongAgo = sql<boolean>`finished_at < now() - ${interval(keepFinishedMs)}`;

/** Whether a job is late, or finished long ago, so that `reapJobs` has to look. */
export const mayReapJobs = sql<boolean>`
  (${jobLeases.mayBeLost}
  or exists (select from jobs where status = 'queued' and claim_by < now())
  or exists (select from jobs where status in ('succeeded', 'failed', 'cancelled') and ${finishedLongAgo}))`;

/** No worker claimed the job in time. A build that waits for an earlier one gets its time after that. */
export const unclaimed: Late = {
  where: sql`run.status = 'queued' and run.claim_by < now() and not ${waitsForEarlierBuild}
    and not (run.kind = 'build' and exists (select from jobs other where other.project_id = run.project_id
      and other.kind = 'build' and other.finished_at > now() - ${interval(claimAgainMs)}))`,
  since: sql`run.claim_by`,
};

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
export async function pruneFinished({ tx }: InstallationScope): Promise<void> {
  await sql`delete from jobs where ${finishedLongAgo}`.execute(tx);
}
