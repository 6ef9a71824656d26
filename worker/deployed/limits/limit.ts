import type { LimitAsk } from "@ferrule/contract/internal/limits.ts";

/** One limit that all workers share, as a worker knows it. */
export interface Limit {
  /** Its Project and id. */
  key: string;
  /** The same on every worker. If it is too long for a request, we send its hash. */
  id: string;
  projectId: string;
  /** Its name in RateLimit fields: `endpoint`, `key`, `caller`, `key-day`. A token of RFC 9651. */
  name: string;
  /** Requests a minute, or in the quota's period. */
  limit: number;
  quota?: LimitAsk["quota"];
}

/** The period of a limit by the minute. */
export const minuteMs = 60_000;
