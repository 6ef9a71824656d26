import { mostChosenRuns, type ChosenRuns } from "@ferrule/contract/resources/run.ts";
import type { RunStatus } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The states of runs whose crons run again: without ids, and of those that people name. */
const from: readonly RunStatus[] = ["failed"];
const named: readonly RunStatus[] = ["failed", "cancelled", "skipped", "missed"];

/**
 * The runs of crons that a retry takes, one of each cron, in the order of the crons' ids: those that are named, or the
 * latest runs that failed. An earlier failure is over when its cron has run since. At most one more than may be chosen.
 */
export async function findChosenCrons(
  { tx, projectId }: ProjectScope,
  { environment, runIds, functionId, cronBindingId, status, source, tenantId, errorCode, ...given }: ChosenRuns,
): Promise<{ id: string; bindingId: string }[]> {
  const { deploymentId, since, until } = given;
  const states = (runIds === undefined ? from : named).filter((one) => status === undefined || one === status);
  // A cron run has no deployment of its own, and one source.
  if (states.length === 0 || deploymentId !== undefined || (source !== undefined && source !== "cron")) return [];
  const which = runIds === undefined ? sql`true` : sql`its.id = any(${runIds}::text[])`;
  const conditions = [
    sql`run.status = any(${states}::text[])`,
    ...(functionId === undefined ? [] : [sql`run.function_id = ${functionId}`]),
    ...(tenantId === undefined ? [] : [sql`run.tenant_id = ${tenantId}`]),
    ...(errorCode === undefined ? [] : [sql`run.error_code = ${errorCode}`]),
    ...(since === undefined ? [] : [sql`run.created_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`run.created_at < ${until}::timestamptz`]),
    ...(cronBindingId === undefined ? [] : [sql`binding.id = ${cronBindingId}`]),
  ];
  const { rows } = await sql<{ id: string; bindingId: string }>`
    select run.id, binding.id as binding_id from cron_bindings binding
    cross join lateral (
      select * from runs its where its.mode = 'cron' and its.project_id = ${projectId} and its.binding_id = binding.id
        and its.environment = ${environment} and ${which}
      order by its.scheduled_for desc, its.id desc limit 1) run
    where binding.project_id = ${projectId} and ${sql.join(conditions, sql` and `)}
    order by binding.id limit ${mostChosenRuns + 1}`.execute(tx);
  return rows;
}
