import type { ExecutionKey } from "./execution-filters.ts";

/** Sorts after every id. A key of a time and this id means: before every call that began then or earlier. */
export const afterAllIds = "~";

/** The order of lists. */
export const newestFirst = (one: ExecutionKey, other: ExecutionKey): number =>
  other.startedAt.getTime() - one.startedAt.getTime() || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
