import {
  environments,
  runStatuses,
  type Environment,
  type RunSource,
  type RunStatus,
} from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** What runs of one list have in common. */
export interface RunFilters {
  environment?: Environment | undefined;
  functionId?: string | undefined;
  status?: RunStatus | undefined;
  source?: RunSource | undefined;
  tenantId?: string | undefined;
  key?: string | undefined;
  deploymentId?: string | undefined;
  errorCode?: string | undefined;
  parentId?: string | undefined;
  /** RFC 3339: those that were created at or after this time. */
  since?: string | undefined;
  /** RFC 3339: those that were created before this time. */
  until?: string | undefined;
}

/** The position of a run in a list. */
export interface RunKey {
  createdAt: Date;
  id: string;
}

/** Columns whose indexes do not tell the states of runs apart. */
const selective = ["source", "key", "errorCode", "parentId"] as const;

/** The conditions on rows of `runs`, without those on environment and status. */
function conditionsOf({ projectId }: ProjectScope, filters: RunFilters): RawBuilder<unknown>[] {
  const { functionId, source, tenantId, key, deploymentId, errorCode, parentId, since, until } = filters;
  return [
    sql`project_id = ${projectId}`,
    sql`mode in ('durable', 'once')`,
    ...(functionId === undefined ? [] : [sql`function_id = ${functionId}`]),
    ...(source === undefined ? [] : [sql`source = ${source}`]),
    ...(tenantId === undefined ? [] : [sql`tenant_id = ${tenantId}`]),
    ...(key === undefined ? [] : [sql`key = ${key}`]),
    ...(deploymentId === undefined ? [] : [sql`deployment_id = ${deploymentId}`]),
    ...(errorCode === undefined ? [] : [sql`error_code = ${errorCode}`]),
    ...(parentId === undefined ? [] : [sql`parent_id = ${parentId}`]),
    ...(since === undefined ? [] : [sql`created_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}::timestamptz`]),
  ];
}

/** The states of runs that have not ended. The indexes of single filters hold only the others, which do not change. */
const open: readonly RunStatus[] = ["queued", "running", "waiting"];

/** The stretches of the indexes in which matching rows lie, each in the order of their creation. */
function stretchesOf(filters: RunFilters, statuses: readonly RunStatus[] = runStatuses): RawBuilder<unknown>[] {
  const { environment, status } = filters;
  const isApart = statuses !== runStatuses || selective.every((column) => filters[column] === undefined);
  const states = status === undefined ? (isApart ? statuses : [...open, undefined]) : [status];
  return (environment === undefined ? environments : [environment]).flatMap((place) =>
    states.map((state) => {
      const ended =
        state !== undefined && open.includes(state) ? sql`finished_at is null` : sql`finished_at is not null`;
      const its = sql`environment = ${place} and ${ended}`;
      return state === undefined ? its : sql`${its} and status = ${sql.lit(state)}`;
    }),
  );
}

/** Which of the matching runs a statement selects. */
interface Selection {
  limit: number;
  order: "newest" | "oldest";
  /** Only those behind this one. */
  after?: RunKey | null;
  /** Only those in one of these states. */
  statuses?: readonly RunStatus[];
  /** A further condition on rows of `runs`. */
  where?: RawBuilder<boolean>;
}

/**
 * A statement for the ids of up to `limit` matching runs in the order of their creation. It reads the beginning of each
 * stretch of an index, so its cost does not grow with the number of runs.
 */
export function selectRunIds(
  scope: ProjectScope,
  filters: RunFilters,
  { limit, order, after = null, statuses, where }: Selection,
): RawBuilder<{ id: string; createdAt: Date }> {
  const direction = order === "newest" ? sql`desc` : sql`asc`;
  const than = order === "newest" ? sql`<` : sql`>`;
  const ordered = sql`order by created_at ${direction}, id ${direction} limit ${limit}`;
  const behind = after === null ? [] : [sql`(created_at, id) ${than} (${after.createdAt}, ${after.id})`];
  const further = where === undefined ? [] : [where];
  const shared = sql.join([...conditionsOf(scope, filters), ...behind, ...further], sql` and `);
  const parts = stretchesOf(filters, statuses).map(
    (stretch) => sql`(select id, created_at from runs where ${shared} and ${stretch} ${ordered})`,
  );
  return sql`select id, created_at from (${sql.join(parts, sql` union all `)}) found ${ordered}`;
}

/** A statement that counts the matching runs of each state, at most `most` of each. States without runs are missing. */
export function countByStatus(
  scope: ProjectScope,
  filters: RunFilters,
  most: number,
): RawBuilder<{ status: RunStatus; count: number }> {
  const shared = sql.join(conditionsOf(scope, filters), sql` and `);
  const parts = runStatuses.flatMap((status) =>
    stretchesOf({ ...filters, status }).map(
      (stretch) => sql`select ${sql.lit(status)}::text as status, count(*)::int as count
        from (select from runs where ${shared} and ${stretch} limit ${most}) found`,
    ),
  );
  return sql`select status, sum(count)::int as count from (${sql.join(parts, sql` union all `)}) counted group by status`;
}
