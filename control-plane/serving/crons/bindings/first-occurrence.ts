import { readClock } from "../../../ground/store/clock.ts";
import type { App } from "../../../ground/app.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { parseSchedule, ScheduleError } from "./schedule.ts";

interface Scheduled {
  schedule: string;
  timezone: string;
}

/**
 * The first occurrence of a schedule after `now`.
 * @throws PublicError VALIDATION_ERROR on `body.schedule` when it is malformed or never occurs
 */
export function occurrenceAfter(now: Date, { schedule, timezone }: Scheduled): Date {
  try {
    const first = parseSchedule(schedule, timezone).next(now);
    if (first) return first;
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    throw validationError([{ path: "body.schedule", message: error.message }]);
  }
  throw validationError([{ path: "body.schedule", message: "never comes: no such date exists" }]);
}

/** The first occurrence of a schedule from now on: see `occurrenceAfter`. */
export const firstOccurrence = async ({ clock }: App, scope: ProjectScope, scheduled: Scheduled): Promise<Date> =>
  occurrenceAfter(await readClock(scope, clock), scheduled);
