import {
  environments,
  isOpenRun,
  isStarted,
  runModes,
  runStatuses,
  statusesOfModes,
  type Environment,
  type RunMode,
  type RunSource,
  type RunStatus,
} from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** What runs of one list have in common. */
export interface RunFilters {
  environment?: Environment | undefined;
  mode?: readonly RunMode[] | undefined;
  functionId?: string | undefined;
  cronBindingId?: string | undefined;
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

/**
 * The filters with an index of their own, the most selective ones first. `hasOpen`: the index also has runs that have not
 * ended; they change often, so most indexes do without. `tellsStates`: it tells the states of runs apart.
 */
const indexed = [
  { names: ["key", "parentId", "errorCode", "cronBindingId"], hasOpen: true, tellsStates: false },
  { names: ["source"], hasOpen: false, tellsStates: false },
  { names: ["functionId", "deploymentId"], hasOpen: false, tellsStates: true },
  { names: ["tenantId"], hasOpen: true, tellsStates: true },
] as const;
type Index = (typeof indexed)[number];

const indexOf = (filters: RunFilters): Index | undefined =>
  indexed.find(({ names }) => names.some((name) => filters[name] !== undefined));

/** Whether the matching runs can be counted by state without looking at each of them. */
export const tellsStates = (filters: RunFilters): boolean => indexOf(filters)?.tellsStates ?? true;

/** The conditions on rows of `runs`, without those on environment, mode and status. */
function conditionsOf({ projectId }: ProjectScope, filters: RunFilters): RawBuilder<unknown>[] {
  const { functionId, cronBindingId, source, tenantId, key, deploymentId, errorCode, parentId, since, until } = filters;
  return [
    sql`project_id = ${projectId}`,
    ...(functionId === undefined ? [] : [sql`function_id = ${functionId}`]),
    ...(cronBindingId === undefined ? [] : [sql`mode = 'cron' and binding_id = ${cronBindingId}`]),
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

/** The modes of runs that may match. The source of a cron run is its cron, and that of a delivery, the delivery itself. */
const modesOf = ({ mode = runModes, source, cronBindingId }: RunFilters): readonly RunMode[] =>
  mode.filter(
    (one) =>
      (source === undefined || isStarted(one) || one === source) && (cronBindingId === undefined || one === "cron"),
  );

/**
 * A stretch of an index in which matching rows lie in the order of their creation. An `undefined` part: the index does not
 * tell its values apart.
 */
interface Stretch {
  environment: Environment;
  mode: RunMode | undefined;
  status: RunStatus | undefined;
}

/** Stretches of one index. `where`: what its rows have in common. */
interface Stretches {
  where: RawBuilder<unknown>;
  each: readonly Stretch[];
}

/** The stretches of `runs_by_mode`, which has every run. */
const byMode = (filters: RunFilters, statuses: readonly RunStatus[]): Stretches => ({
  where: sql`true`,
  each: (filters.environment === undefined ? environments : [filters.environment]).flatMap((environment) =>
    modesOf(filters).flatMap((mode) =>
      statuses
        .filter((status) => statusesOfModes[mode].includes(status))
        .map((status) => ({ environment, mode, status })),
    ),
  ),
});

/** The stretches of the index of a filter. */
function ofFilter(filters: RunFilters, given: readonly RunStatus[], index: Index): Stretches {
  const statuses = index.hasOpen ? given : given.filter((status) => !isOpenRun(status));
  const isEvery = statuses.length === runStatuses.length || (!index.hasOpen && given.length === runStatuses.length);
  const where = sql.join(
    [
      index.hasOpen ? sql`true` : sql`finished_at is not null`,
      ...(filters.mode === undefined ? [] : [sql`mode = any(${filters.mode}::text[])`]),
      ...(index.tellsStates || isEvery ? [] : [sql`status = any(${statuses}::text[])`]),
    ],
    sql` and `,
  );
  const each = (filters.environment === undefined ? environments : [filters.environment]).flatMap((environment) =>
    (index.tellsStates ? statuses : statuses.slice(0, 1).map(() => undefined)).map((status) => ({
      environment,
      mode: undefined,
      status,
    })),
  );
  return { where, each };
}

/** Where the matching runs lie that are in one of these states. */
function stretchesOf(filters: RunFilters, given: readonly RunStatus[] = runStatuses): Stretches[] {
  const { status } = filters;
  const statuses = status === undefined ? given : given.filter((one) => one === status);
  const index = indexOf(filters);
  if (index === undefined) return [byMode(filters, statuses)];
  const its = ofFilter(filters, statuses, index);
  return index.hasOpen ? [its] : [byMode(filters, statuses.filter(isOpenRun)), its];
}

/**
 * For each stretch, `what` of its first rows: one statement that is planned once, whatever the number of stretches. `what`
 * gets the condition on the rows of a stretch.
 */
function eachStretch(
  { each, where }: Stretches,
  conditions: readonly RawBuilder<unknown>[],
  what: (matching: RawBuilder<unknown>) => RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [first] = each;
  const parts = [
    sql`environment = place.environment`,
    ...(first?.mode === undefined ? [] : [sql`mode = place.mode`]),
    ...(first?.status === undefined ? [] : [sql`status = place.status`]),
  ];
  const matching = sql.join([...conditions, where, ...parts], sql` and `);
  const values = (name: keyof Stretch) => sql`${each.map((stretch) => stretch[name] ?? null)}::text[]`;
  return sql`select ${columns}
    from unnest(${values("environment")}, ${values("mode")}, ${values("status")}) as place (environment, mode, status)
    cross join lateral (${what(matching)}) found`;
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
): RawBuilder<{ id: string; createdAt: Date; mode: RunMode }> {
  const direction = order === "newest" ? sql`desc` : sql`asc`;
  const than = order === "newest" ? sql`<` : sql`>`;
  const ordered = sql`order by created_at ${direction}, id ${direction} limit ${limit}`;
  const behind = after === null ? [] : [sql`(created_at, id) ${than} (${after.createdAt}, ${after.id})`];
  const further = where === undefined ? [] : [where];
  const conditions = [...conditionsOf(scope, filters), ...behind, ...further];
  const parts = stretchesOf(filters, statuses).map((stretches) =>
    eachStretch(
      stretches,
      conditions,
      (matching) => sql`select id, created_at, runs.mode from runs where ${matching} ${ordered}`,
      sql`id, created_at, found.mode`,
    ),
  );
  return sql`select id, created_at, mode from (${sql.join(parts, sql` union all `)}) found ${ordered}`;
}

/** How many runs are in a state. `isMore`: there may be more, which were not looked at. */
export interface StatusCount {
  status: RunStatus;
  count: number;
  isMore: boolean;
}

/**
 * A statement that counts the matching runs of each state, looking at `most` runs of each stretch. States without runs may
 * be missing.
 */
export function countByStatus(scope: ProjectScope, filters: RunFilters, most: number): RawBuilder<StatusCount> {
  const conditions = conditionsOf(scope, filters);
  const first = sql`order by created_at desc, id desc limit ${most}`;
  const parts = stretchesOf(filters).map((stretches) =>
    stretches.each.some(({ status }) => status === undefined)
      ? eachStretch(
          stretches,
          conditions,
          (matching) => sql`select status, count(*) as count, sum(count(*)) over () >= ${most} as is_more
            from (select status from runs where ${matching} ${first}) its group by status`,
          sql`found.status, found.count, found.is_more`,
        )
      : eachStretch(
          stretches,
          conditions,
          (matching) => sql`select count(*) as count from (select from runs where ${matching} ${first}) its`,
          sql`place.status, found.count, found.count >= ${most}`,
        ),
  );
  return sql`select status, sum(count)::int as count, bool_or(is_more) as is_more
    from (${sql.join(parts, sql` union all `)}) counted (status, count, is_more) group by status`;
}
