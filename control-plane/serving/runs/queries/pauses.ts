import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

export async function insertPause(
  { tx, projectId }: ProjectScope,
  paused: { functionId: string; environment: Environment; pausedBy: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("pausedFunctions")
    .values({ ...paused, projectId })
    .onConflict((on) => on.columns(["projectId", "functionId", "environment"]).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function removePause(
  { tx, projectId }: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<boolean> {
  const { rows } = await sql`delete from paused_functions where project_id = ${projectId}
    and function_id = ${functionId} and environment = ${environment} returning function_id`.execute(tx);
  return rows.length > 0;
}
