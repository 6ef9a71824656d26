import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { RunningCall } from "@ferrule/contract/internal/workers.ts";
import type { GeneratedAlways } from "kysely";

/** One row a call; the fields of `ExecutionRecord` as columns, those of many values as jsonb. */
type ExecutionsTable = Omit<ExecutionRecord, "startedAt"> & { startedAt: Date };

/** One row a recorded batch and Project, in the order in which they were recorded. */
interface ExecutionBatchesTable {
  sequence: GeneratedAlways<number>;
  projectId: string;
  recordedAt: GeneratedAlways<Date>;
  ids: string[];
  startedAts: Date[];
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
