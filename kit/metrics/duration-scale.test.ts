import assert from "node:assert/strict";
import { test } from "node:test";
import { percentile, stepOf, steps } from "./duration-scale.ts";

const countsOf = (durations: readonly number[]) => {
  const counts = Array<number>(steps).fill(0);
  for (const duration of durations) counts[stepOf(duration)] = (counts[stepOf(duration)] ?? 0) + 1;
  return counts;
};

test("a percentile is within 6.3 % of the true one, from a tenth of a millisecond to minutes", () => {
  for (const scale of [0.1, 1, 37, 1_000, 200_000]) {
    const durations = Array.from({ length: 1_000 }, (_, index) => scale * (1 + index / 2_500));
    for (const share of [0.01, 0.5, 0.95, 0.99, 1]) {
      const found = percentile(countsOf(durations), share) ?? 0;
      const expected = durations[Math.ceil(1_000 * share) - 1] ?? 0;
      assert.ok(Math.abs(found - expected) / expected < 0.07, `${scale} ${share}: ${found}, not ${expected}`);
    }
  }
});

test("there is none of nothing, and what lies beyond the scale is at its ends", () => {
  assert.equal(percentile(countsOf([]), 0.5), null);
  assert.deepEqual([0, -1, Number.NaN, 0.01].map(stepOf), [0, 0, 0, 0]);
  assert.deepEqual([1e9, Number.POSITIVE_INFINITY].map(stepOf), [steps - 1, steps - 1]);
});
