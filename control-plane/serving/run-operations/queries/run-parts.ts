import type { RunStatus } from "@ferrule/contract/states.ts";
import { sql, type Selectable } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { RunStepsTable } from "../../../ground/store/tables/runs.ts";

export type RunStepRow = Pick<
  Selectable<RunStepsTable>,
  | "key"
  | "kind"
  | "position"
  | "state"
  | "attempts"
  | "shown"
  | "error"
  | "event"
  | "approvalId"
  | "childId"
  | "attempt"
  | "durationMs"
  | "dueAt"
  | "startedAt"
  | "finishedAt"
>;

/** The masked texts of one run that people see, in characters. */
const mostShown = 1_000_000;
const leastShown = 256;

/** The masked input and output of a run. Cron runs and deliveries have none of their own. */
export const findShownTexts = (
  { tx, projectId }: ProjectScope,
  runId: string,
): Promise<{ shownInput: string | null; shownOutput: string | null; stepCount: number } | undefined> =>
  tx
    .selectFrom("runs")
    .select(["shownInput", "shownOutput", "stepCount"])
    .where("projectId", "=", projectId)
    .where("id", "=", runId)
    .executeTakeFirst();

/** The steps of a run as it declared them. With many steps, less of each result is shown. */
export const listStepRows = (
  { tx, projectId }: ProjectScope,
  runId: string,
  stepCount: number,
): Promise<RunStepRow[]> => {
  const chars = Math.max(leastShown, Math.floor(mostShown / Math.max(1, stepCount)));
  return tx
    .selectFrom("runSteps")
    .select(["key", "kind", "position", "state", "attempts", "error", "event", "approvalId", "childId", "attempt"])
    .select(["durationMs", "dueAt", "startedAt", "finishedAt"])
    .select(sql<string | null>`left(shown, ${chars})`.as("shown"))
    .where("projectId", "=", projectId)
    .where("runId", "=", runId)
    .orderBy("position")
    .orderBy("key")
    .execute();
};

export interface ChildRow {
  id: string;
  functionId: string;
  functionName: string | null;
  status: RunStatus;
  createdAt: Date;
}

/** The first `most` runs that this run started. */
export const listChildRows = ({ tx, projectId }: ProjectScope, runId: string, most: number): Promise<ChildRow[]> =>
  tx
    .selectFrom("runs")
    .leftJoin("functions", (join) =>
      join.onRef("functions.id", "=", "runs.functionId").onRef("functions.projectId", "=", "runs.projectId"),
    )
    .select(["runs.id", "runs.functionId", "functions.name as functionName", "runs.status", "runs.createdAt"])
    .where("runs.projectId", "=", projectId)
    .where("runs.parentId", "=", runId)
    .orderBy("runs.createdAt")
    .orderBy("runs.id")
    .limit(most)
    .$castTo<ChildRow>()
    .execute();

/** Whether the run has a step with this key. */
export async function hasStep({ tx, projectId }: ProjectScope, runId: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 as found from run_steps
    where project_id = ${projectId} and run_id = ${runId} and key = ${key}`.execute(tx);
  return rows.length > 0;
}
