import type { JobResult } from "@ferrule/contract/internal/jobs.ts";
import { sql, type Selectable } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../store/scope.ts";
import { json, orderedJson } from "../../store/json.ts";
import { leasedRows } from "../../store/rows/leased-rows.ts";
import type { Holder } from "../../leases/require-held.ts";
import type { JobKind, JobFailure, JobsTable, SentBuild } from "../../store/tables/jobs.ts";

export type JobRow = Selectable<JobsTable>;

/** The leases of jobs. */
export const jobLeases = leasedRows("jobs");

/** A build waits while an earlier one of its Project, or of its preview, is unfinished. */
export const waitsForEarlierBuild = sql`(run.kind = 'build' and exists (select from jobs earlier
  where earlier.project_id = run.project_id and earlier.kind = 'build' and earlier.status in ('queued', 'running')
    and earlier.preview_id is not distinct from run.preview_id and (earlier.created_at, earlier.id) < (run.created_at, run.id)))`;

/** Wakes the workers that wait for a new job of this kind, when the transaction commits. */
export async function notifyQueued(scope: AnyScope, kind: JobKind): Promise<void> {
  await sql`select pg_notify('jobs', ${kind})`.execute(scope.tx);
}

/** Wakes the requests that wait for this job's log or end, when the transaction commits. */
export async function notifyEvent(scope: AnyScope, jobId: string): Promise<void> {
  await sql`select pg_notify('job_events', ${jobId})`.execute(scope.tx);
}

/**
 * The job row, locked until the transaction ends. Code that changes a job and its deployment must lock the job first,
 * to avoid deadlocks.
 */
export function lockJob(scope: AnyScope, jobId: string): Promise<JobRow | undefined> {
  return scope.tx.selectFrom("jobs").selectAll().where("id", "=", jobId).forUpdate().executeTakeFirst();
}

/** Ends a locked job. */
export async function endJob(
  scope: AnyScope,
  job: Pick<JobRow, "id" | "kind">,
  end: { status: "succeeded" | "failed" | "cancelled"; result?: JobResult; failure?: JobFailure },
): Promise<void> {
  await scope.tx
    .updateTable("jobs")
    .set({
      status: end.status,
      result: end.result === undefined ? null : orderedJson(end.result),
      failure: end.failure === undefined ? null : json(end.failure),
      leaseUntil: null,
      finishedAt: sql<Date>`now()`,
    })
    .where("id", "=", job.id)
    .execute();
  await notifyEvent(scope, job.id);
  // Another build of the Project may begin now, so wake the workers.
  if (job.kind === "build") await notifyQueued(scope, "build");
}

/** Notes the Functions that the worker of a claimed build receives. */
export async function noteSent({ tx }: InstallationScope, jobId: string, sent: SentBuild): Promise<void> {
  await tx
    .updateTable("jobs")
    .set({ payload: json(sent) })
    .where("id", "=", jobId)
    .execute();
}

/** The job that builds a deployment, unless it has been removed. */
export const findJobOf = ({ tx, projectId }: ProjectScope, deploymentId: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom("jobs")
    .select("id")
    .where("deploymentId", "=", deploymentId)
    .where("projectId", "=", projectId)
    .executeTakeFirst();

/** The Project's queued builds of deployments that have never begun, locked until the transaction ends. */
export const lockNewBuilds = ({ tx, projectId }: ProjectScope): Promise<JobRow[]> =>
  tx
    .selectFrom("jobs")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("kind", "=", "build")
    .where("previewId", "is", null)
    .where("status", "=", "queued")
    .where("attempt", "=", 0)
    .forUpdate()
    .execute();

/** The unfinished builds of a preview, locked until the transaction ends. */
export const lockBuildsOfPreview = ({ tx, projectId }: ProjectScope, previewId: string): Promise<JobRow[]> =>
  tx
    .selectFrom("jobs")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("previewId", "=", previewId)
    .where("status", "in", ["queued", "running"])
    .orderBy("id")
    .forUpdate()
    .execute();

/** Requeues a job whose worker left before receiving it, as if it had never been claimed. */
export async function releaseJob(scope: InstallationScope, id: string, { workerId, attempt }: Holder): Promise<void> {
  const released = await scope.tx
    .updateTable("jobs")
    .set((eb) => ({ status: "queued", attempt: eb("attempt", "-", 1), workerId: null, leaseUntil: null }))
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("workerId", "=", workerId)
    .where("attempt", "=", attempt)
    .returning("kind")
    .executeTakeFirst();
  if (released) await notifyQueued(scope, released.kind);
}

/** The state of a job and, if requested, the log lines after this one. */
export async function readProgress({ tx }: ProjectScope, jobId: string, after: number | null) {
  const job = await tx
    .selectFrom("jobs")
    .select(["status", "result", "failure"])
    .where("id", "=", jobId)
    .executeTakeFirst();
  if (after === null) return { job, events: [] };
  const events = await tx
    .selectFrom("jobEvents")
    .select(["sequence", "entry"])
    .where("jobId", "=", jobId)
    .where("sequence", ">", after)
    .orderBy("sequence")
    .execute();
  return { job, events };
}

/** Removes a job with its log. */
export async function removeJob({ tx }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("jobs").where("id", "=", id).execute();
}
