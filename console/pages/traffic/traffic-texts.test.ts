import assert from "node:assert/strict";
import { test } from "node:test";
import { callsSummary, latencySummary, type Before, type Traffic } from "./traffic-texts.ts";

const none = { p50Ms: null, p95Ms: null, p99Ms: null };
const at = "2026-11-21T08:00:00.000Z";

function sums(calls: number, failed = 0, ms = 12) {
  const one = {
    calls,
    failed,
    rejected: 0,
    cancelled: 0,
    errorRate: calls === 0 ? 0 : failed / calls,
    latency: calls === 0 ? none : { p50Ms: ms, p95Ms: ms, p99Ms: ms },
  };
  return { ...one, from: at, to: at, series: [{ at, ...one }] };
}
const traffic = (...of: Parameters<typeof sums>): Traffic => ({
  environment: "production",
  window: "24h",
  firstCallAt: null,
  ...sums(...of),
});
const before = (...of: Parameters<typeof sums>): Before => sums(...of);

test("says how calls differ from the time before", () => {
  const text = (now: Traffic, then: Before | null) => callsSummary(now, then).replace(/ Busiest at [^)]*\)\./, "");
  assert.equal(
    text(traffic(120, 6), before(100, 1)),
    "120 calls, 5.0% failed. 20% more than the day before (100 calls, 1.0% failed).",
  );
  assert.equal(
    text(traffic(50), before(100)),
    "50 calls, 0% failed. 50% fewer than the day before (100 calls, 0% failed).",
  );
  assert.equal(text(traffic(2), before(2)), "2 calls, 0% failed. The day before: 2 calls, 0% failed.");
  assert.equal(text(traffic(2), before(0)), "2 calls, 0% failed. None the day before.");
  assert.equal(text(traffic(0), before(1)), "No calls in this period. The day before: 1 call, 0% failed.");
  assert.equal(text(traffic(2), null), "2 calls, 0% failed.");
});

test("percentiles of one call are that call", () => {
  assert.equal(latencySummary(traffic(1), null), "One call, which took 12 ms.");
  assert.equal(callsSummary(traffic(1), null), "1 call, 0% failed.");
  assert.equal(latencySummary(traffic(0), null), "No calls in this period.");
});

test("a difference of latency that the scale cannot tell is none", () => {
  const text = (ms: number) => latencySummary(traffic(9, 0, ms), before(9, 0, 100)).replace(/Slowest at [^.]*\./, "…");
  assert.equal(text(106), "95% of calls took at most 106 ms. … About as fast as the day before.");
  assert.equal(text(150), "95% of calls took at most 150 ms. … The day before: 100 ms.");
});
