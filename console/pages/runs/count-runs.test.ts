import assert from "node:assert/strict";
import { test } from "node:test";
import { countText, runsText, sumOf } from "./count-runs.ts";

const none = { count: 0, atLeast: false };
const counts = {
  queued: none,
  running: none,
  waiting: { count: 2, atLeast: false },
  succeeded: { count: 1_000, atLeast: true },
  failed: { count: 300, atLeast: false },
  cancelled: none,
  expired: { count: 1, atLeast: false },
  skipped: none,
  missed: none,
};

test("Counts of several states add up, and say when there are more", () => {
  assert.deepEqual(sumOf(counts, ["failed", "expired"]), { count: 301, atLeast: false });
  assert.deepEqual(sumOf(counts, ["failed", "succeeded"]), { count: 1_300, atLeast: true });
  assert.deepEqual(sumOf(counts, []), none);
});

test("A count reads as a sentence's part", () => {
  assert.equal(countText({ count: 1_000, atLeast: true }), "1,000+");
  assert.equal(runsText({ count: 1, atLeast: false }, "failed "), "1 failed run");
  assert.equal(runsText({ count: 1, atLeast: true }), "1+ runs");
  assert.equal(runsText({ count: 300, atLeast: false }), "300 runs");
});
