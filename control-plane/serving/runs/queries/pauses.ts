import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type Selectable } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { RunTables } from "../../../ground/store/tables/runs.ts";

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

/** The Functions of which no run goes on. */
export const listPauses = (
  { tx, projectId }: ProjectScope,
  environment?: Environment,
): Promise<Selectable<RunTables["pausedFunctions"]>[]> =>
  tx
    .selectFrom("pausedFunctions")
    .selectAll()
    .where("projectId", "=", projectId)
    .$if(environment !== undefined, (rows) => rows.where("environment", "=", environment ?? "development"))
    .orderBy("pausedAt", "desc")
    .execute();
