import { sql, type Selectable } from "kysely";
import { calledName } from "../../../ground/store/rows/called-name.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { RunsTable } from "../../../ground/store/tables/runs.ts";
import { countByStatus, selectRunIds, type RunFilters, type RunKey, type StatusCount } from "./run-filters.ts";

const columns = [
  ...(["id", "projectId", "environment", "functionId", "mode", "source", "endpointId", "bindingId"] as const),
  ...(["deploymentId", "tenantId", "caller", "requestId", "key", "priority", "parentId", "replayOf"] as const),
  ...(["status", "queue", "cancelling", "waitsFor", "attempt", "stepsDone", "stepsFailed", "executionId"] as const),
  ...(["reason", "trigger", "scheduledFor", "catchesUp", "inputChars", "maxAttempts", "redeliveredAt"] as const),
  ...(["error", "dueAt", "deadlineAt", "startedAt", "finishedAt", "createdAt", "updatedAt", "revision"] as const),
];
type Columns = (typeof columns)[number];

/** A run without its sealed fields, with the names of what it ran. */
export type ListedRunRow = Pick<Selectable<RunsTable>, Columns> & {
  /** Null when the Function was deleted. */
  functionName: string | null;
  /** The tool, the route or the cron; null when there is none. */
  called: string | null;
  /** The e-mail address of the person who asked for a cron run. */
  askedBy: string | null;
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
    .leftJoin("cronBindings as cron", (join) =>
      join.onRef("cron.id", "=", "runs.bindingId").onRef("cron.projectId", "=", "runs.projectId"),
    )
    .leftJoin("users as asker", "asker.id", "runs.requestedBy")
    .leftJoin("pausedFunctions as pause", (join) =>
      join
        .onRef("pause.functionId", "=", "runs.functionId")
        .onRef("pause.projectId", "=", "runs.projectId")
        .onRef("pause.environment", "=", "runs.environment"),
    )
    .select(columns.map((column) => `runs.${column}` as const))
    .select("functions.name as functionName")
    .select(sql<string | null>`coalesce(${calledName}, cron.name, runs.route)`.as("called"))
    .select("asker.email as askedBy")
    .select(sql<boolean>`pause.function_id is not null`.as("isPaused"))
    .where("runs.projectId", "=", projectId)
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

/** How many matching runs are in each state, looking at `most` of each stretch of an index. */
export const countRunRows = async (scope: ProjectScope, filters: RunFilters, most: number): Promise<StatusCount[]> =>
  (await countByStatus(scope, filters, most).execute(scope.tx)).rows;
