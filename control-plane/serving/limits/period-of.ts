import type { QuotaPeriod } from "@ferrule/contract/resources/policy-limits.ts";

interface Period {
  /** The first day of the period: `2026-11-01`. */
  startsOn: string;
  /** The time at which the next period begins. */
  endsAt: Date;
}

/** The day or month, in UTC, of a given time. */
export function periodOf(now: Date, period: QuotaPeriod): Period {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const start = new Date(Date.UTC(year, month, period === "day" ? day : 1));
  const endsAt = period === "day" ? new Date(Date.UTC(year, month, day + 1)) : new Date(Date.UTC(year, month + 1, 1));
  return { startsOn: start.toISOString().slice(0, 10), endsAt };
}
