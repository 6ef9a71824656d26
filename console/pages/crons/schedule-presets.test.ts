import assert from "node:assert/strict";
import { test } from "node:test";
import { describeSchedule } from "./describe-schedule.ts";
import { presetChoices, presetOf } from "./schedule-presets.ts";

test("every schedule to choose from has words", () => {
  const schedules = presetChoices.map(({ value }) => value).filter((value) => value !== "own");
  assert.deepEqual(schedules.map(describeSchedule), [
    "every 15 minutes",
    "at minute 0 of every hour",
    "at 09:00",
    "at 09:00, Monday to Friday",
    "at 09:00, Monday",
    "at 09:00, on day 1 of the month",
    "at 18:00, on the last day of the month",
  ]);
});

test("a schedule shows as the choice that it is, and any other as one that is typed", () => {
  assert.equal(presetOf(" 0 9 * * MON-FRI "), "0 9 * * MON-FRI");
  for (const other of ["30 9 * * *", "", undefined, "toString"]) assert.equal(presetOf(other), "own");
});
