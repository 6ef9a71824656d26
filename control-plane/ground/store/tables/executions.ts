import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { LiveLog, RunningCall } from "@ferrule/contract/internal/workers.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { GeneratedAlways } from "kysely";

/**
 * The fields by which lists filter, apart from time and request. For each value, a batch says which of its calls have
 * it.
 */
export const facets = [
  "functionId",
  "endpointId",
  "status",
  "tenantId",
  "source",
  "mcpKind",
  "uri",
  "environment",
  "preview",
  "caller",
  "deploymentId",
  "bindingId",
  "httpStatus",
  "errorId",
  "trait",
] as const;

/** The fields of `ExecutionRecord` that only the page of one execution shows. */
export type ExecutionDetails = Pick<
  ExecutionRecord,
  "input" | "output" | "logs" | "calls" | "hostCalls" | "hostCallsOmitted" | "deliveryId" | "traceId" | "questions"
>;

/** One row per call, with the fields of `ExecutionRecord` as columns. `details` is the JSON text of `ExecutionDetails`. */
type ExecutionsTable = Omit<
  ExecutionRecord,
  "startedAt" | "delivered" | "preview" | "run" | "httpStatus" | "mcpKind" | "uri" | keyof ExecutionDetails
> & {
  httpStatus: number | null;
  mcpKind: NonNullable<ExecutionRecord["mcpKind"]> | null;
  uri: string | null;
  preview: string | null;
  runId: string | null;
  runAttempt: number | null;
  runSuspended: boolean | null;
  startedAt: Date;
  details: string;
};

/** One row per recorded batch and Project, in the order of recording. Rows below 0 were never in the feed. */
interface ExecutionBatchesTable {
  entries: number | null;
  sequence: GeneratedAlways<number>;
  projectId: string;
  recordedAt: GeneratedAlways<Date>;
  ids: string[];
  startedAts: Date[];
  firstAt: Date;
  lastAt: Date;
}

/** The calls that run now, by their workers' reports. */
type RunningExecutionsTable = Omit<RunningCall, "executionId" | "startedAt"> & {
  id: string;
  startedAt: Date;
  workerId: string;
  seenAt: Date;
  cancelledAt: Date | null;
  watchedAt: Date | null;
  log: Omit<LiveLog, "executionId"> | null;
};

/** What people know of a group of failures. */
interface ErrorGroupsTable {
  projectId: string;
  environment: Environment;
  id: string;
  firstAt: Date;
  firstDeploymentId: string | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  reopenedAt: Date | null;
  assigneeId: string | null;
  note: string;
}

export interface ExecutionTables {
  errorGroups: ErrorGroupsTable;
  executions: ExecutionsTable;
  executionBatches: ExecutionBatchesTable;
  runningExecutions: RunningExecutionsTable;
}
