import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { newCronBinding } from "@ferrule/contract/resources/cron-binding.ts";
import { z } from "zod";
import { parseSchedule, ScheduleError } from "../../../serving/crons/bindings/schedule.ts";

function isSchedule(text: string): boolean {
  try {
    return parseSchedule(text, "UTC").next(sharedDate()) !== null;
  } catch (error) {
    if (error instanceof ScheduleError) return false;
    throw error;
  }
}

/** The parameters for a template's cron; by default it fires every day at `hour`. */
export const cronParameters = (hour: number) => ({
  schedule: z
    .string()
    .min(1)
    .max(200)
    .refine(isSchedule, "must be a cron schedule of 5 fields, or 6 with seconds, that comes some day")
    .default(`0 ${hour} * * *`)
    .describe("When it runs: minute, hour, day of the month, month, day of the week."),
  timezone: newCronBinding.shape.timezone.describe("The IANA time zone that the schedule is read in."),
  tenantId: newCronBinding.shape.tenantId.describe("The tenant that it runs for."),
});
