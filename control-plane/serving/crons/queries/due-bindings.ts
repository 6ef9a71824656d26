import type { CronBindingRow } from "./bindings.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { sql } from "kysely";
import { isBusy } from "../../runs/queries/cron-runs.ts";
import { type AdmittedBinding, isDeployed } from "./binding-facts.ts";

/** How many bindings one transaction takes. Another replica or the next round takes the rest. */
const batch = 100;

/** A due binding, with the facts that decide whether its run begins. */
export interface DueRow extends AdmittedBinding, Pick<CronBindingRow, "schedule" | "timezone" | "catchUp"> {
  nextRunAt: Date;
  now: Date;
}

/** Locks the due bindings, without those that another replica holds. */
export async function lockDue({ clock }: App, { tx }: InstallationScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cron_bindings where next_run_at <= ${clock()}
    order by next_run_at limit ${batch} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A separate statement, so that it sees everything that was committed before we got the locks. */
export async function readDue({ clock }: App, { tx }: InstallationScope, ids: readonly string[]): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select binding.id, binding.project_id, binding.environment, binding.schedule, binding.timezone, binding.overlap,
      binding.catch_up, binding.next_run_at, moment.now,
      ${isDeployed} as is_deployed, ${isBusy} as is_busy
    from cron_bindings binding, (select ${clock()} as now) as moment
    where binding.id = any(${ids}::text[]) and binding.next_run_at <= moment.now
    order by binding.next_run_at`.execute(tx);
  return rows;
}
