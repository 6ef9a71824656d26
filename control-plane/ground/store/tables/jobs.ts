import type {
  ConnectionJob,
  ValidateJob,
  TestJob,
  TestsJob,
  DeclareJob,
  JobResult,
} from "@ferrule/contract/internal/jobs.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { Json } from "../json.ts";

export type JobKind = "build" | "validate" | "test" | "tests" | "declare" | "connection";

/** `queued → running → succeeded | failed | cancelled`; losing the lease leads from `running` back to `queued`. */
export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface JobFailure {
  code: string;
  message: string;
}

type Head = "id" | "projectId" | "attempt" | "leaseMs" | "kind";

/**
 * The Functions that a worker received to build. All others of the snapshot have a stored build by the same builder.
 * Empty for a worker that does not name its builder, because it receives all Functions.
 */
export interface SentBuild {
  builder?: string;
  /** The Functions' ids, by the context of their build. */
  sent?: Record<string, string[]>;
}

/** The payload that a worker receives with a job's head. For a build, the deployment's snapshot has the content. */
export interface JobPayloads {
  build: SentBuild;
  validate: Omit<ValidateJob, Head>;
  test: Omit<TestJob, Head>;
  tests: Omit<TestsJob, Head>;
  declare: Omit<DeclareJob, Head>;
  connection: Omit<ConnectionJob, Head>;
}

export interface JobsTable {
  id: string;
  projectId: string;
  kind: JobKind;
  status: Generated<JobStatus>;
  deploymentId: string | null;
  /** Of a build that is for a preview. */
  previewId: string | null;
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
