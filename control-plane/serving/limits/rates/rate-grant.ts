import type { LimitGrant } from "@ferrule/contract/internal/limits.ts";
import type { RateAsk } from "../../../ground/ports/rate-store.ts";

const minuteMs = 60_000;

/** The answer for a limit that now has this level. */
export function rateGrant({ limit }: RateAsk, granted: number, level: number): LimitGrant {
  return {
    granted,
    left: Math.max(0, Math.floor(level)),
    retryMs: level >= 1 ? 0 : Math.ceil(((1 - level) * minuteMs) / limit),
    resetMs: Math.ceil(((limit - level) * minuteMs) / limit),
    resetsAt: null,
  };
}

/** The level after so many milliseconds, including the requests that were owed and given back. */
export function levelAfter({ limit, owed, back }: RateAsk, level: number, elapsedMs: number): number {
  const refilled = Math.min(limit, level + (Math.max(0, elapsedMs) * limit) / minuteMs);
  return Math.min(limit, refilled + back) - owed;
}
