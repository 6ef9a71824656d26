import assert from "node:assert/strict";
import { test } from "node:test";
import { stepRange } from "./step-range.ts";

test("a step ends where the next one begins, and the last one is as long as the others", () => {
  const times = ["2026-11-21T08:00:00.000Z", "2026-11-21T08:15:00.000Z", "2026-11-21T08:30:00.000Z"];
  assert.deepEqual(stepRange(times, 0), [times[0], times[1]]);
  assert.deepEqual(stepRange(times, 2), [times[2], "2026-11-21T08:45:00.000Z"]);
  assert.deepEqual(stepRange(times.slice(0, 1), 0), [times[0], "2026-11-21T08:01:00.000Z"]);
});
