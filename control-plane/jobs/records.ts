import type { DeclareJob, JobResult, TestJob, ValidateJob } from "@ferrule/contract/internal/jobs.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import { sql, type ColumnType, type Generated, type GeneratedAlways, type Selectable } from "kysely";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";

export type JobKind = "build" | "validate" | "test" | "declare";

/** `queued → running → succeeded | failed | cancelled`; a lost lease leads from `running` back to `queued`. */
export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface JobFailure {
  code: string;
  message: string;
}

type Head = "id" | "projectId" | "attempt" | "leaseMs" | "kind";

/** What a worker gets of a job beside its head. A build's lies in its deployment's snapshot, so its payload is empty. */
export interface JobPayloads {
  build: Record<string, never>;
  validate: Omit<ValidateJob, Head>;
  test: Omit<TestJob, Head>;
  declare: Omit<DeclareJob, Head>;
}

/** jsonb: read as what it holds, written as the JSON text of it (see `json`). */
type Json<T> = ColumnType<T, T, T>;

export interface JobsTable {
  id: string;
  projectId: string;
  kind: JobKind;
  status: Generated<JobStatus>;
  deploymentId: string | null;
  payload: Json<JobPayloads[JobKind]>;
  result: Json<JobResult | null>;
  failure: Json<JobFailure | null>;
  attempt: Generated<number>;
  maxAttempts: number;
  claimBy: Date;
  workerId: string | null;
  leaseUntil: Date | null;
  createdAt: Generated<Date>;
  finishedAt: Date | null;
}

export interface JobEventsTable {
  jobId: string;
  sequence: GeneratedAlways<number>;
  projectId: string;
  entry: Json<LogEntry>;
}

export interface JobTables {
  jobs: JobsTable;
  jobEvents: JobEventsTable;
}

export type JobRow = Selectable<JobsTable>;
export type AnyScope = ProjectScope | InstallationScope;

/** A jsonb parameter: always the text of it, because `pg` would send an array as a PostgreSQL array. */
export const json = <T>(value: T) => sql<T>`${JSON.stringify(value)}::text::jsonb`;

/** Wakes whoever waits for a new job of this kind (when the transaction commits). */
export async function notifyQueued(scope: AnyScope, kind: JobKind): Promise<void> {
  await sql`select pg_notify('jobs', ${kind})`.execute(scope.tx);
}

/** Wakes whoever waits for this job's log or end (when the transaction commits). */
export async function notifyEvent(scope: AnyScope, jobId: string): Promise<void> {
  await sql`select pg_notify('job_events', ${jobId})`.execute(scope.tx);
}

/**
 * The job row, locked until the transaction ends. Everything that changes a job and its deployment locks the job first,
 * so that no two of them wait for each other.
 */
export function lockJob(scope: AnyScope, jobId: string): Promise<JobRow | undefined> {
  return scope.tx.selectFrom("jobs").selectAll().where("id", "=", jobId).forUpdate().executeTakeFirst();
}

/** The column keeps the order of properties, which `json` would not. */
const orderedJson = (value: JobResult) => sql<JobResult>`${JSON.stringify(value)}::text::json`;

/** Ends a job that is locked. */
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
  // Another build of the Project may begin now.
  if (job.kind === "build") await notifyQueued(scope, "build");
}
