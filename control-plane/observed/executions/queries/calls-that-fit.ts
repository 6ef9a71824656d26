import { sql, type RawBuilder } from "kysely";
import { statusesOf, type ExecutionFilters } from "../filters/execution-filters.ts";

/**
 * The conditions for the filters that have no entries, on the columns of `executions` under this name. None: there are
 * no such filters.
 */
export function callsThatFit(
  { status, error, minDurationMs, maxDurationMs }: ExecutionFilters,
  name: string,
): RawBuilder<boolean>[] {
  const duration = sql.ref(`${name}.duration_ms`);
  const own = sql.ref(`${name}.error`);
  return [
    ...(status === "failed_or_timed_out"
      ? [sql<boolean>`${sql.ref(`${name}.status`)} in (${sql.join(statusesOf(status))})`]
      : []),
    ...(minDurationMs === undefined ? [] : [sql<boolean>`${duration} >= ${minDurationMs}`]),
    ...(maxDurationMs === undefined ? [] : [sql<boolean>`${duration} <= ${maxDurationMs}`]),
    ...(error === undefined
      ? []
      : [
          sql<boolean>`position(lower(${error}::text) in lower((${own} ->> 'code') || ' ' || (${own} ->> 'message'))) > 0`,
        ]),
  ];
}
