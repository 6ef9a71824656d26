import { Cron } from "croner";

/** When a cron binding fires. Times are instants; docs/cron.md explains the effect of daylight saving changes. */
export interface Schedule {
  /** The first occurrence after `after`; null when there is none. */
  next: (after: Date) => Date | null;
  /** The next `count` occurrences after `after`, or fewer when there are not as many. */
  nextRuns: (count: number, after: Date) => Date[];
  /** The latest occurrences from `from` to `to`, both included, at most `most`, oldest first. */
  latest: (from: Date, to: Date, most: number) => Date[];
}

/** Thrown for a schedule that cannot be parsed. The message says what is allowed, and never repeats the given text. */
export class ScheduleError extends Error {
  override name = "ScheduleError";
}

const fields = [
  "the second takes 0 to 59",
  "the minute takes 0 to 59",
  "the hour takes 0 to 23",
  "the day of the month takes 1 to 31, or L for the last",
  "the month takes 1 to 12 or JAN to DEC",
  "the weekday takes 0 to 7 or SUN to SAT, MON#1 for the first Monday, FRI#L for the last Friday",
] as const;

const open = (pattern: string, timezone: string) =>
  // A named time ("30 2", "0,30 2,14") is a time of day: it occurs once a day even when the clocks change. A time with
  // * or a step follows elapsed time.
  new Cron(pattern, { timezone, paused: true, mode: "5-or-6-parts", fixedTimeRule: "no-wildcard" });

function reads(pattern: string): boolean {
  try {
    open(pattern, "UTC");
    return true;
  } catch {
    return false;
  }
}

/** Names the invalid fields: it tries each one in an otherwise valid schedule. */
function explain(parts: readonly string[]): string {
  const six = parts.length === 5 ? ["0", ...parts] : parts;
  const wrong = fields.filter((_, at) => !reads(six.map((part, other) => (other === at ? part : "*")).join(" ")));
  if (wrong.length === 0) return "is not a cron schedule";
  return `${wrong.join("; ")}; each may be *, a number, a list (1,15), a range (1-5) or a step (*/10)`;
}

/**
 * Parses a cron schedule of five fields (minute, hour, day of month, month, weekday) or six (second first), in an
 * existing IANA time zone.
 * @throws ScheduleError
 */
export function parseSchedule(text: string, timezone: string): Schedule {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6) {
    throw new ScheduleError(
      "must have 5 fields (minute, hour, day of month, month, weekday), or 6 with the second in front",
    );
  }
  const pattern = parts.join(" ");
  if (!reads(pattern)) throw new ScheduleError(explain(parts));
  const cron = open(pattern, timezone);
  return {
    next: (after) => cron.nextRun(after),
    nextRuns: (count, after) => cron.nextRuns(count, after),
    latest(from, to, most) {
      // Occurrences are whole seconds. Ending before the next second includes `to` itself.
      const end = new Date((Math.floor(to.getTime() / 1_000) + 1) * 1_000);
      return cron
        .previousRuns(most, end)
        .filter((at) => at >= from)
        .toReversed();
    },
  };
}
