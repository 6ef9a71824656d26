import { sql, type RawBuilder } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** Whether the call itself needed an approval, before the first attempt of this run. */
export async function askedFirst({ tx, projectId }: ProjectScope, runId: string): Promise<boolean> {
  const { rows } = await sql`select 1 as asked from approvals
    where project_id = ${projectId} and run_id = ${runId} and step_key is null limit 1`.execute(tx);
  return rows.length > 0;
}

/** For a row called `runs`: whether the call itself needed an approval that it did not get. */
export const isUnapproved: RawBuilder<boolean> = sql`exists (select from approvals
  where approvals.run_id = runs.id and approvals.step_key is null and approvals.status <> 'approved')`;

/** Whether the call itself needed an approval that it did not get. */
export async function lacksApproval({ tx, projectId }: ProjectScope, runId: string): Promise<boolean> {
  const { rows } = await sql`select 1 as lacks from runs
    where project_id = ${projectId} and id = ${runId} and ${isUnapproved}`.execute(tx);
  return rows.length > 0;
}
