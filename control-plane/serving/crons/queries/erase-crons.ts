import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** Removes the crons that run as a tenant, with their runs. Returns how many. */
export async function eraseCrons({ tx, projectId }: ProjectScope, tenantId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from cron_bindings where project_id = ${projectId} and tenant_id = ${tenantId}`.execute(tx);
  return Number(numAffectedRows);
}

export async function countCrons({ tx, projectId }: ProjectScope, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from cron_bindings
    where project_id = ${projectId} and tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
