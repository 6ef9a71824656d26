import assert from "node:assert/strict";
import { test } from "node:test";
import { daysBefore, usageByDay, usageSummary } from "./usage-by-day.ts";

const range = { from: "2026-11-01", to: "2026-11-03" };

test("a day without a call has a place, too", () => {
  const days = usageByDay([{ day: "2026-11-03", calls: 10, failed: 2, rejected: 1 }], range);
  assert.deepEqual(
    days.map(({ at, calls, failed, rejected }) => [at.slice(0, 10), calls, failed, rejected]),
    [
      ["2026-11-01", 0, 0, 0],
      ["2026-11-02", 0, 0, 0],
      ["2026-11-03", 10, 2, 1],
    ],
  );
  assert.equal(usageSummary(days, null), "10 calls in 3 days, 20% failed. Most on Nov 3 (10).");
  assert.equal(usageSummary(usageByDay([], range), null), "No calls in 3 days.");
});

test("compares with as many days right before", () => {
  assert.deepEqual(daysBefore(range), { from: "2026-10-29", to: "2026-10-31" });
  assert.deepEqual(daysBefore({ from: "2026-03-01", to: "2026-03-01" }), { from: "2026-02-28", to: "2026-02-28" });
  const days = usageByDay([{ day: "2026-11-03", calls: 10, failed: 2, rejected: 1 }], range);
  const before = usageByDay([{ day: "2026-10-29", calls: 20, failed: 0, rejected: 0 }], daysBefore(range));
  assert.equal(before.length, 3);
  assert.match(usageSummary(days, before), / 50% fewer than the 3 days before \(20 calls, 0% failed\)\.$/);
});
