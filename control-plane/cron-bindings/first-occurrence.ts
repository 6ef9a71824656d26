import { sql } from "kysely";
import type { App } from "../app.ts";
import { validationError } from "../http/validation-issues.ts";
import type { ProjectScope } from "../store/scope.ts";
import { parseSchedule, ScheduleError } from "./schedule.ts";

/**
 * The first occurrence of a schedule from now on.
 * @throws PublicError VALIDATION_ERROR on `body.schedule` when it cannot be read or never comes
 */
export async function firstOccurrence(
  { clock }: App,
  { tx }: ProjectScope,
  { schedule, timezone }: { schedule: string; timezone: string },
): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${clock()} as now`.execute(tx);
  const [{ now } = { now: new Date() }] = rows;
  try {
    const first = parseSchedule(schedule, timezone).next(now);
    if (first) return first;
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    throw validationError([{ path: "body.schedule", message: error.message }]);
  }
  throw validationError([{ path: "body.schedule", message: "never comes: no such date exists" }]);
}
