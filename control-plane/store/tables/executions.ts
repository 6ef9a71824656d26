import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { RunningCall } from "@ferrule/contract/internal/workers.ts";
import type { GeneratedAlways } from "kysely";

/** What lists are filtered by, other than time and request: for each value a batch says which of its calls have it. */
export const facets = ["functionId", "endpointId", "status", "tenantId", "source", "environment"] as const;

/** What of `ExecutionRecord` only the page of one execution shows. */
export type ExecutionDetails = Pick<
  ExecutionRecord,
  "input" | "output" | "logs" | "calls" | "hostCalls" | "hostCallsOmitted" | "deliveryId"
>;

/**
 * One row a call; the fields of `ExecutionRecord` as columns. `details` is the JSON text of `ExecutionDetails`; where it is
 * null, the row is of before there was this column, and they are columns too.
 */
type ExecutionsTable = Omit<ExecutionRecord, "startedAt" | "deliveryId" | "delivered"> & {
  startedAt: Date;
  details: string | null;
};

/** One row a recorded batch and Project, in the order in which they were recorded; those below 0 were never in the feed. */
interface ExecutionBatchesTable {
  sequence: GeneratedAlways<number>;
  projectId: string;
  recordedAt: GeneratedAlways<Date>;
  ids: string[];
  startedAts: Date[];
  firstAt: Date;
  lastAt: Date;
}

/** What runs now, as its worker reported it. */
type RunningExecutionsTable = Omit<RunningCall, "executionId" | "startedAt"> & {
  id: string;
  startedAt: Date;
  workerId: string;
  seenAt: Date;
  cancelledAt: Date | null;
};

export interface ExecutionTables {
  executions: ExecutionsTable;
  executionBatches: ExecutionBatchesTable;
  runningExecutions: RunningExecutionsTable;
}
