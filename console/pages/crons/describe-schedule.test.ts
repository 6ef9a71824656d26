import assert from "node:assert/strict";
import { test } from "node:test";
import { describeSchedule } from "./describe-schedule.ts";

const said: readonly (readonly [string, string | null])[] = [
  ["30 9 * * MON-FRI", "at 09:30, Monday to Friday"],
  ["*/15 * * * *", "every 15 minutes"],
  ["* * * * *", "every minute"],
  ["*/10 * * * * *", "every 10 seconds"],
  ["0 * * * *", "at minute 0 of every hour"],
  ["5 */2 * * *", "every 2 hours, at minute 5"],
  ["0 2,14 * * *", "at 02:00 and 14:00"],
  ["0 6 L * *", "at 06:00, on the last day of the month"],
  ["0 6 * * FRI#L", "at 06:00, the last Friday"],
  ["0 6 1 1,7 *", "at 06:00, on day 1 of the month, in January and July"],
  ["0 6 1 * 0", "at 06:00, on day 1 of the month or Sunday"],
  ["30 0 6 * * *", "at 06:00:30"],
  ["0 6 * *", null],
];

for (const [schedule, words] of said)
  test(`says ${schedule}`, () => {
    assert.equal(describeSchedule(schedule), words);
  });
