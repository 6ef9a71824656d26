import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Json } from "../json.ts";

/** The calls of one caller and tenant of one tool or route on one day, in UTC. */
interface UsageDaysTable {
  projectId: string;
  environment: Environment;
  day: Date;
  callerKey: string;
  tenantId: string;
  bindingId: string;
  caller: Json<Pick<Caller, "kind" | "id" | "name" | "issuer" | "subject">>;
  functionName: string;
  calls: number;
  /** How many of the calls were the first attempts of runs. */
  runs: number;
  failed: number;
  rejected: number;
  durationMs: number;
  cpuMs: number;
}

export interface UsageTables {
  usageDays: UsageDaysTable;
}
