import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { statusesOf, type ExecutionFilters } from "./execution-filters.ts";

type Compared = Pick<ExecutionFilters, "status" | "error" | "minDurationMs" | "maxDurationMs">;

/** Whether some of the filters have no entries, so that each call must be compared. */
export const isCompared = ({ error, minDurationMs, maxDurationMs }: Compared): boolean =>
  error !== undefined || minDurationMs !== undefined || maxDurationMs !== undefined;

/** The comparison of an archived call with the filters that have no entries, as `callsThatFit` makes it in SQL. */
export function compares({ status, error, minDurationMs = 0, maxDurationMs = Infinity }: Compared) {
  const part = error?.toLowerCase();
  const statuses = status && statusesOf(status);
  return ({
    status: ended,
    durationMs,
    error: own,
  }: Pick<ExecutionRecord, "status" | "durationMs" | "error">): boolean =>
    (statuses === undefined || statuses.includes(ended)) &&
    durationMs >= minDurationMs &&
    durationMs <= maxDurationMs &&
    (part === undefined || (own !== null && `${own.code} ${own.message}`.toLowerCase().includes(part)));
}
