import { sql } from "kysely";

/** Of a row called `binding`: what its environment serves holds its Function. */
export const isDeployed = sql<boolean>`exists (
  select from project_targets target join deployment_functions held on held.deployment_id = target.deployment_id
  where target.project_id = binding.project_id and target.environment = binding.environment
    and held.function_id = binding.function_id)`;

/** Of a row called `binding`: one of its runs is queued, running, or waits for another attempt. */
export const isBusy = sql<boolean>`exists (
  select from cron_runs run where run.cron_binding_id = binding.id and run.status in ('queued', 'running'))`;
