import { sql, type RawBuilder } from "kysely";
import type { ExecutionFilters } from "../filters/execution-filters.ts";

/**
 * The conditions for the filters that have no entries, on the columns of `executions` under this name. None: there are
 * no such filters.
 */
export function callsThatFit(
  { error, minDurationMs, maxDurationMs }: ExecutionFilters,
  name: string,
): RawBuilder<boolean>[] {
  const duration = sql.ref(`${name}.duration_ms`);
  const own = sql.ref(`${name}.error`);
  return [
    ...(minDurationMs === undefined ? [] : [sql<boolean>`${duration} >= ${minDurationMs}`]),
    ...(maxDurationMs === undefined ? [] : [sql<boolean>`${duration} <= ${maxDurationMs}`]),
    ...(error === undefined
      ? []
      : [
          sql<boolean>`position(lower(${error}::text) in lower((${own} ->> 'code') || ' ' || (${own} ->> 'message'))) > 0`,
        ]),
  ];
}
