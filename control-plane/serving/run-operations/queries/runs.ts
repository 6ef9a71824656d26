import { sql } from "kysely";
import { startedModes, type RunStatus } from "@ferrule/contract/states.ts";
import { calledName } from "../../../ground/store/rows/called-name.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { RunRow } from "../../runs/queries/runs.ts";
import { countByStatus, selectRunIds, type RunFilters, type RunKey } from "./run-filters.ts";

const columns = [
  ...(["id", "projectId", "environment", "functionId", "mode", "source", "endpointId", "bindingId"] as const),
  ...(["deploymentId", "tenantId", "caller", "requestId", "key", "priority", "parentId", "replayOf"] as const),
  ...(["status", "queue", "cancelling", "waitsFor", "attempt", "stepsDone", "stepsFailed", "executionId"] as const),
  ...(["error", "dueAt", "deadlineAt", "startedAt", "finishedAt", "createdAt", "updatedAt", "revision"] as const),
];
type Columns = (typeof columns)[number];

/** A run without its sealed fields, with the names of what it ran. */
export type ListedRunRow = Pick<RunRow, Columns> & {
  /** Null when the Function was deleted. */
  functionName: string | null;
  /** The tool or route; null when there is none. */
  called: string | null;
  isPaused: boolean;
};

const selectListed = ({ tx, projectId }: ProjectScope) =>
  tx
    .selectFrom("runs")
    .leftJoin("functions", (join) =>
      join.onRef("functions.id", "=", "runs.functionId").onRef("functions.projectId", "=", "runs.projectId"),
    )
    .leftJoin("mcpBindings as tool", (join) =>
      join.onRef("tool.id", "=", "runs.bindingId").onRef("tool.projectId", "=", "runs.projectId"),
    )
    .leftJoin("httpBindings as route", (join) =>
      join.onRef("route.id", "=", "runs.bindingId").onRef("route.projectId", "=", "runs.projectId"),
    )
    .leftJoin("pausedFunctions as pause", (join) =>
      join
        .onRef("pause.functionId", "=", "runs.functionId")
        .onRef("pause.projectId", "=", "runs.projectId")
        .onRef("pause.environment", "=", "runs.environment"),
    )
    .select(columns.map((column) => `runs.${column}` as const))
    .select("functions.name as functionName")
    .select(calledName.as("called"))
    .select(sql<boolean>`pause.function_id is not null`.as("isPaused"))
    .where("runs.projectId", "=", projectId)
    .where("runs.mode", "in", startedModes)
    .$castTo<ListedRunRow>();

/** Up to `limit + 1` matching runs after this one, the latest first. */
export const listRunRows = (
  scope: ProjectScope,
  filters: RunFilters,
  limit: number,
  after: RunKey | null,
): Promise<ListedRunRow[]> => {
  const chosen = selectRunIds(scope, filters, { limit: limit + 1, order: "newest", after });
  return selectListed(scope)
    .where("runs.id", "in", sql<string>`(select id from (${chosen}) chosen)`)
    .orderBy("runs.createdAt", "desc")
    .orderBy("runs.id", "desc")
    .execute();
};

/** One run of the Project. */
export const findRunRow = (scope: ProjectScope, id: string): Promise<ListedRunRow | undefined> =>
  selectListed(scope).where("runs.id", "=", id).executeTakeFirst();

/** How many matching runs are in each state, at most `most` of each. */
export async function countRunRows(
  scope: ProjectScope,
  filters: RunFilters,
  most: number,
): Promise<Map<RunStatus, number>> {
  const { rows } = await countByStatus(scope, filters, most).execute(scope.tx);
  return new Map(rows.map(({ status, count }) => [status, count]));
}
