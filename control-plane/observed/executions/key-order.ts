import type { ExecutionKey } from "./execution-filters.ts";

/** Sorts behind every id: with a moment, what begins before that moment, or in it, is still to come. */
export const afterAllIds = "~";

/** The order of lists. */
export const newestFirst = (one: ExecutionKey, other: ExecutionKey): number =>
  other.startedAt.getTime() - one.startedAt.getTime() || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
