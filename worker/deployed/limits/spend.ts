import { type Counter, mustAsk } from "./counter.ts";
import type { Counters } from "./counters.ts";
import type { Limit } from "./limit.ts";

/** Requests that were counted. */
export interface Spent {
  /** `RateLimit-Policy` and `RateLimit`, as names and values in turn. */
  fields: readonly string[];
  /** Gives the requests back, if they were not used after all. */
  giveBack: () => void;
}

/** The result for requests that a limit refuses; they are not counted. */
export interface NotSpent {
  fields: readonly string[];
  /** The limit with the longest wait. */
  refusedBy: Limit;
  /** How many milliseconds to wait; `Infinity` when the wait is unknown. */
  lacksMs: number;
  /** The start of a quota's next day or month (RFC 3339), if known. */
  opensAt: string | null;
}

/** How often a request asks again after others have taken its grant. */
const mostRounds = 5;

/** The fields with each limit's remaining requests (draft-ietf-httpapi-ratelimit-headers). */
function fieldsOf(counters: readonly Counter[], now: number): string[] {
  const states = counters.map((counter) => {
    const { left, seconds } = counter.remaining(now);
    return `"${counter.limit.name}";r=${left};t=${seconds}`;
  });
  return ["ratelimit-policy", counters.map(({ policy }) => policy).join(", "), "ratelimit", states.join(", ")];
}

/** Takes from all of them or from none; null: the control plane must be asked first. */
function attempt(counters: Counters, some: readonly Counter[], count: number, now: number): Spent | NotSpent | null {
  let longest = 0;
  let refusing: Counter | null = null;
  let isUnknown = false;
  for (const counter of some) {
    const lacksMs = counter.lacksMs(count, now, counters.alone(counter, now));
    if (lacksMs === mustAsk) isUnknown = true;
    else if (lacksMs > longest) {
      longest = lacksMs;
      refusing = counter;
    }
  }
  if (refusing !== null) {
    const { limit, opensAt } = refusing;
    return { fields: fieldsOf(some, now), refusedBy: limit, lacksMs: longest, opensAt };
  }
  if (isUnknown) return null;
  for (const counter of some) {
    counter.take(count, now, counters.alone(counter, now));
    if (counter.shouldAsk(now)) counters.ask(counter, false);
  }
  const giveBack = () => {
    for (const counter of some) counter.giveBack(count);
  };
  return { fields: fieldsOf(some, now), giveBack };
}

async function askFirst(counters: Counters, some: readonly Counter[], count: number): Promise<Spent | NotSpent> {
  for (let round = 0; round < mostRounds; round += 1) {
    const now = performance.now();
    const waits = some
      .filter((counter) => counter.lacksMs(count, now, counters.alone(counter, now)) === mustAsk)
      .map((counter) => {
        const answered = counter.wait(count);
        counters.ask(counter, true);
        return answered;
      });
    await Promise.all(waits);
    const attempted = attempt(counters, some, count, performance.now());
    if (attempted !== null) return attempted;
  }
  // Others took its grant each time, so we do not know whether a quota is used up.
  const { limit } = some[0]!;
  return { fields: [], refusedBy: limit, lacksMs: limit.quota === undefined ? 1_000 : Infinity, opensAt: null };
}

/**
 * Counts requests against all their limits, or against none if one refuses. The result is immediate, unless this worker
 * has nothing in hand and must ask.
 */
export function spend(
  counters: Counters,
  limits: readonly Limit[],
  count: number,
): Spent | NotSpent | Promise<Spent | NotSpent> {
  const some = limits.map((limit) => counters.of(limit));
  return attempt(counters, some, count, performance.now()) ?? askFirst(counters, some, count);
}
