import type { CronRunStatus, CronTrigger } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";

interface CronRunsTable {
  id: string;
  projectId: string;
  cronBindingId: string;
  trigger: CronTrigger;
  scheduledFor: Date;
  status: CronRunStatus;
  attempt: Generated<number>;
  dueAt: Date;
  catchesUp: Generated<boolean>;
  executionId: string | null;
  requestId: string;
  requestedBy: string | null;
  reason: string | null;
  workerId: string | null;
  leaseUntil: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface CronRunTables {
  cronRuns: CronRunsTable;
}
