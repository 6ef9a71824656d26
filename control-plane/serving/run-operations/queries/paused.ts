import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

export interface PausedRow {
  functionId: string;
  functionName: string;
  environment: Environment;
  pausedAt: Date;
  /** Null when the user no longer exists. */
  pausedBy: string | null;
}

/** As many paused Functions as a page can show. */
const most = 200;

/** The paused Functions, or one, of all environments or one: those that were paused last come first. */
export const listPausedRows = (
  { tx, projectId }: ProjectScope,
  { environment, functionId }: { environment?: Environment | undefined; functionId?: string | undefined },
): Promise<PausedRow[]> =>
  tx
    .selectFrom("pausedFunctions as pause")
    .innerJoin("functions", (join) =>
      join.onRef("functions.id", "=", "pause.functionId").onRef("functions.projectId", "=", "pause.projectId"),
    )
    .leftJoin("users", "users.id", "pause.pausedBy")
    .select(["pause.functionId", "functions.name as functionName", "pause.environment", "pause.pausedAt"])
    .select("users.email as pausedBy")
    .where("pause.projectId", "=", projectId)
    .$if(environment !== undefined, (query) => query.where("pause.environment", "=", environment ?? "development"))
    .$if(functionId !== undefined, (query) => query.where("pause.functionId", "=", functionId ?? ""))
    .orderBy("pause.pausedAt", "desc")
    .orderBy("pause.functionId")
    .limit(most)
    .execute();
