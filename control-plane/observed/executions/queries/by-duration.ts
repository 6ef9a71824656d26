import { sql, type RawBuilder } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";
import { callsThatFit } from "./calls-that-fit.ts";
import { findExecutionRows, selectSummaries, type StoredRow, type SummaryRow, withoutNull } from "./executions.ts";
import { searchKeys } from "./find-keys.ts";

/** The position of an execution in a list that is sorted by duration. */
export interface DurationKey {
  durationMs: number;
  id: string;
}

interface Wish {
  /** The quickest first. */
  isUp: boolean;
  limit: number;
  after: DurationKey | null;
}

/** So few are sorted; of more, an index gives the first ones soon. */
const mostSorted = 5_000;

/** The order of the list. */
const comparison =
  ({ isUp }: Wish) =>
  (one: DurationKey, other: DurationKey): number =>
    (isUp ? 1 : -1) * (one.durationMs - other.durationMs || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));

/** The first of these executions by duration, `limit + 1` at most. */
async function sortFew(scope: ProjectScope, keys: readonly ExecutionKey[], wish: Wish): Promise<SummaryRow[]> {
  const compare = comparison(wish);
  const rows = await findExecutionRows(scope, {}, keys);
  return rows
    .filter((row) => wish.after === null || compare(row, wish.after) > 0)
    .sort(compare)
    .slice(0, wish.limit + 1);
}

interface ByDuration {
  /** One more than wanted if there are more. */
  rows: SummaryRow[];
  /** It compared as many executions as one search may, up to this one. Null: it found enough, or all. */
  upTo: DurationKey | null;
}

/** So many executions are compared in one search. */
const mostWalked = 10_000;

/** The place of the list's next executions, in a table under this name. */
function following({ isUp, after }: Wish, name: "e" | "its"): RawBuilder<boolean>[] {
  if (after === null) return [];
  const [duration, id] = [sql.ref(`${name}.duration_ms`), sql.ref(`${name}.id`)];
  // The first condition is redundant, but with it PostgreSQL uses the index.
  const [than, orLike] = isUp ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
  return [
    sql`${duration} ${orLike} ${after.durationMs}`,
    sql`(${duration}, ${id} collate "C") ${than} (${after.durationMs}, ${after.id})`,
  ];
}

/** The first ones of these executions, `limit + 1` at most. */
async function firstOf(query: ReturnType<typeof selectSummaries>, wish: Wish): Promise<SummaryRow[]> {
  const direction = wish.isUp ? "asc" : "desc";
  const rows = await following(wish, "e")
    .reduce((all, condition) => all.where(condition), query)
    .orderBy("e.durationMs", direction)
    .orderBy(sql`e.id collate "C"`, direction)
    .limit(wish.limit + 1)
    .execute();
  return rows.map(withoutNull);
}

/** The Project's executions in the range of time and of duration, in the order of the list. */
function inOrder(projectId: string, { from, to, minDurationMs, maxDurationMs }: ExecutionFilters, wish: Wish) {
  const conditions = [
    sql`its.project_id = ${projectId}`,
    ...(from === undefined ? [] : [sql`its.started_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`its.started_at < ${to}::timestamptz`]),
    ...callsThatFit({ minDurationMs, maxDurationMs }, "its"),
    ...following(wish, "its"),
  ];
  const direction = wish.isUp ? sql`asc` : sql`desc`;
  return sql`from executions its where ${sql.join(conditions, sql` and `)}
    order by its.duration_ms ${direction}, its.id collate "C" ${direction}`;
}

/** Walks the index by duration, and compares up to 10,000 executions with the other filters. */
async function walk(scope: ProjectScope, filters: ExecutionFilters, wish: Wish): Promise<ByDuration> {
  const walked = inOrder(scope.projectId, filters, wish);
  const from = sql<StoredRow>`(select its.* ${walked} limit ${mostWalked})`;
  const rows = await firstOf(selectSummaries(scope, filters, from), wish);
  if (rows.length > wish.limit) return { rows, upTo: null };
  const { rows: ends } = await sql<DurationKey>`select its.duration_ms, its.id ${walked}
    offset ${mostWalked - 1} limit 1`.execute(scope.tx);
  const upTo = ends[0] ?? null;
  // What was recorded meanwhile may have moved the end.
  return { rows: rows.filter((row) => upTo === null || comparison(wish)(row, upTo) <= 0), upTo };
}

/**
 * Up to `limit + 1` executions of the database that match the filters, sorted by duration, after the one with this key.
 * The range should be bounded. If few match, it sorts them; otherwise it walks the index by duration, where many match,
 * and says where it stopped.
 */
export async function listByDuration(scope: ProjectScope, filters: ExecutionFilters, wish: Wish): Promise<ByDuration> {
  if (filters.requestId !== undefined || filters.runId !== undefined)
    return { rows: await firstOf(selectSummaries(scope, filters), wish), upTo: null };
  const { keys, upTo } = await searchKeys(scope, filters, mostSorted + 1, null);
  if (upTo !== null || keys.length > mostSorted) return walk(scope, filters, wish);
  return { rows: await sortFew(scope, keys, wish), upTo: null };
}
