import type { CronRunStatus, CronTrigger } from "@ferrule/contract/states.ts";
import type { Generated } from "kysely";
import type { Revised } from "./revised.ts";

interface CronRunsTable extends Revised {
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
}

export interface CronRunTables {
  cronRuns: CronRunsTable;
}
