import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { isBusy } from "../../runs/queries/cron-runs.ts";
import type { CronBindingRow } from "./bindings.ts";

/** The facts that decide whether an occurrence may run. */
export type AdmittedBinding = Pick<CronBindingRow, "id" | "projectId" | "environment" | "overlap"> & {
  /** Whether the environment's active deployment contains its Function. */
  isDeployed: boolean;
  /** Whether one of its runs is queued, under way, or waiting for a retry. */
  isBusy: boolean;
};

/** For a row called `binding`: whether the environment's active deployment contains its Function. */
export const isDeployed = sql<boolean>`exists (
  select from project_targets target join deployment_functions held on held.deployment_id = target.deployment_id
  where target.project_id = binding.project_id and target.environment = binding.environment
    and held.function_id = binding.function_id)`;

/**
 * The facts that decide whether a binding may run now: the time, the active deployment, and whether another run is
 * under way.
 */
export async function readFacts({ clock }: App, { tx }: ProjectScope, id: string) {
  const { rows } = await sql<{ now: Date; isDeployed: boolean; isBusy: boolean }>`
    select ${clock()} as now, ${isDeployed} as is_deployed, ${isBusy} as is_busy
    from cron_bindings binding where id = ${id}`.execute(tx);
  return found(rows[0]);
}
