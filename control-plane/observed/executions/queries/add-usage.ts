import type { Caller } from "@ferrule/contract/internal/execution.ts";
import { usageDaysKept } from "@ferrule/contract/resources/usage.ts";
import { sql } from "kysely";
import { storableJson } from "../../../ground/store/storable-json.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

export interface UsageSum {
  projectId: string;
  environment: string;
  /** `2026-11-21`. */
  day: string;
  callerKey: string;
  tenantId: string;
  bindingId: string;
  caller: Pick<Caller, "kind" | "id" | "name" | "issuer" | "subject">;
  functionName: string;
  calls: number;
  runs: number;
  failed: number;
  rejected: number;
  durationMs: number;
  cpuMs: number;
}

/** Adds to the days: inserts each row, or adds it to the existing one under the latest names. */
export async function addUsage({ tx }: InstallationScope, added: readonly UsageSum[]): Promise<void> {
  await sql`insert into usage_days as held (project_id, environment, day, caller_key, tenant_id, binding_id, caller,
      function_name, calls, runs, failed, rejected, duration_ms, cpu_ms)
    select "projectId", environment, day, "callerKey", "tenantId", "bindingId", caller, "functionName", calls, runs,
      failed, rejected, "durationMs", "cpuMs"
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, environment text, day date, "callerKey" text, "tenantId" text, "bindingId" text, caller jsonb,
      "functionName" text, calls bigint, runs bigint, failed bigint, rejected bigint, "durationMs" float8, "cpuMs" float8)
    on conflict (project_id, environment, day, caller_key, tenant_id, binding_id) do update set
      caller = excluded.caller, function_name = excluded.function_name, calls = held.calls + excluded.calls,
      runs = held.runs + excluded.runs,
      failed = held.failed + excluded.failed, rejected = held.rejected + excluded.rejected,
      duration_ms = held.duration_ms + excluded.duration_ms, cpu_ms = held.cpu_ms + excluded.cpu_ms`.execute(tx);
}

/** Removes days beyond the retention. */
export async function pruneUsage({ tx }: InstallationScope): Promise<void> {
  await sql`delete from usage_days where day < current_date - ${usageDaysKept}::integer`.execute(tx);
}
