import type { AdmittedBinding } from "../runs/admit-runs.ts";
import type { CronBindingRow } from "./bindings.ts";
import type { App } from "../../app.ts";
import type { InstallationScope } from "../../store/scope.ts";
import { sql } from "kysely";
import { isDeployed, isBusy } from "./binding-facts.ts";

/** How many bindings one transaction takes: those beyond are another replica's, or the next round's. */
const batch = 100;

/** A binding that is due, with what decides whether its run begins. */
export interface DueRow extends AdmittedBinding, Pick<CronBindingRow, "schedule" | "timezone" | "catchUp"> {
  nextRunAt: Date;
  now: Date;
}

/** Locks those that are due; what another replica is at is left to it. */
export async function lockDue({ clock }: App, { tx }: InstallationScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from cron_bindings where next_run_at <= ${clock()}
    order by next_run_at limit ${batch} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** A statement of its own: it sees what was committed before the locks were had. */
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
