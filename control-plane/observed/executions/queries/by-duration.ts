import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionFilters, ExecutionKey } from "../filters/execution-filters.ts";
import { findExecutionRows, selectSummaries, type SummaryRow, withoutNull } from "./executions.ts";
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

/** The first of these executions by duration, `limit + 1` at most. */
async function sortFew(
  scope: ProjectScope,
  keys: readonly ExecutionKey[],
  { isUp, limit, after }: Wish,
): Promise<SummaryRow[]> {
  const side = isUp ? 1 : -1;
  const compare = (one: DurationKey, other: DurationKey) =>
    side * (one.durationMs - other.durationMs || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
  const rows = await findExecutionRows(scope, {}, keys);
  return rows
    .filter((row) => after === null || compare(row, after) > 0)
    .sort(compare)
    .slice(0, limit + 1);
}

/**
 * Up to `limit + 1` executions of the database that match the filters, sorted by duration, after the one with this key.
 * The range should be bounded. If few match, it sorts them; otherwise it walks the index by duration, where many match.
 */
export async function listByDuration(
  scope: ProjectScope,
  filters: ExecutionFilters,
  wish: Wish,
): Promise<SummaryRow[]> {
  const isOfFew = filters.requestId !== undefined || filters.runId !== undefined;
  if (!isOfFew) {
    const { keys, upTo } = await searchKeys(scope, filters, mostSorted + 1, null);
    if (upTo === null && keys.length <= mostSorted) return sortFew(scope, keys, wish);
  }
  const { isUp, limit, after } = wish;
  const direction = isUp ? "asc" : "desc";
  let query = selectSummaries(scope, filters);
  if (after !== null) {
    const { durationMs, id } = after;
    // The first condition is redundant, but with it PostgreSQL uses the index.
    query = isUp
      ? query.where(
          sql<boolean>`e.duration_ms >= ${durationMs} and (e.duration_ms, e.id collate "C") > (${durationMs}, ${id})`,
        )
      : query.where(
          sql<boolean>`e.duration_ms <= ${durationMs} and (e.duration_ms, e.id collate "C") < (${durationMs}, ${id})`,
        );
  }
  const rows = await query
    .orderBy("e.durationMs", direction)
    .orderBy(sql`e.id collate "C"`, direction)
    .limit(limit + 1)
    .execute();
  return rows.map(withoutNull);
}
