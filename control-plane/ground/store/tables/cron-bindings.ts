import type { Environment, CronOverlap } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";
import type { Revised } from "./revised.ts";

export interface CronBindingsTable extends Revised {
  id: string;
  projectId: string;
  name: string;
  functionId: string;
  environment: Environment;
  schedule: string;
  timezone: string;
  tenantId: string;
  input: ColumnType<unknown, unknown, unknown>;
  enabled: boolean;
  overlap: CronOverlap;
  maxAttempts: number;
  backoffMs: number;
  catchUp: number;
  pauseAfterFailures: number | null;
  consecutiveFailures: Generated<number>;
  pausedAt: Generated<Date | null>;
  pauseReason: Generated<string | null>;
  nextRunAt: Date | null;
}

export interface CronBindingTables {
  cronBindings: CronBindingsTable;
}
