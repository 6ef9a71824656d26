import { readClock } from "../../../ground/store/clock.ts";
import type { App } from "../../../ground/app.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { parseSchedule, ScheduleError } from "./schedule.ts";

/**
 * The first occurrence of a schedule from now on.
 * @throws PublicError VALIDATION_ERROR on `body.schedule` when it is malformed or never occurs
 */
export async function firstOccurrence(
  { clock }: App,
  scope: ProjectScope,
  { schedule, timezone }: { schedule: string; timezone: string },
): Promise<Date> {
  const now = await readClock(scope, clock);
  try {
    const first = parseSchedule(schedule, timezone).next(now);
    if (first) return first;
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    throw validationError([{ path: "body.schedule", message: error.message }]);
  }
  throw validationError([{ path: "body.schedule", message: "never comes: no such date exists" }]);
}
