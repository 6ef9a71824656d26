import assert from "node:assert/strict";
import { test } from "node:test";
import { dashboardWindows } from "@ferrule/contract/resources/dashboard.ts";
import { chooseSteps } from "./choose-steps.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = Date.parse("2030-01-08T12:34:56Z");

test("shows the whole window without a call, and where the first one came before it", () => {
  for (const firstCallAt of [null, now - 30 * 24 * hour]) {
    const [one, day, week] = dashboardWindows.map((window) => chooseSteps(window, now, firstCallAt));
    assert.deepEqual([one?.steps, day?.steps, week?.steps], [60, 96, 84]);
    assert.equal(day?.fromMs, Date.parse("2030-01-07T12:45:00Z"));
  }
});

test("begins with the first call where the window is older, in the finest steps that fit", () => {
  const shown = (window: "1h" | "24h" | "7d", agoMs: number) => {
    const { seconds, stepMs, steps } = chooseSteps(window, now, now - agoMs);
    return [seconds, stepMs / minute, steps];
  };
  assert.deepEqual(shown("24h", 20 * minute), [60, 1, 21]);
  assert.deepEqual(shown("1h", 20 * minute), [60, 1, 21]);
  assert.deepEqual(shown("7d", 90 * minute), [60, 2, 46]);
  assert.deepEqual(shown("24h", 5 * hour), [900, 15, 21]);
  assert.deepEqual(shown("7d", 30 * hour), [900, 60, 31]);
  assert.deepEqual(shown("7d", 5 * 24 * hour), [900, 120, 61]);
  assert.deepEqual(shown("24h", 0), [60, 1, 5], "a few steps at least");
});

test("always holds the first call and this moment, within the window", () => {
  for (const window of dashboardWindows)
    for (let agoMs = 0; agoMs < 8 * 24 * hour; agoMs += 17 * minute) {
      const { stepMs, steps, fromMs, seconds } = chooseSteps(window, now, now - agoMs);
      const full = chooseSteps(window, now, null);
      assert.ok(fromMs + steps * stepMs > now && fromMs + (steps - 1) * stepMs <= now);
      assert.ok(fromMs >= full.fromMs && steps <= 96 && fromMs % stepMs === 0);
      if (now - agoMs >= full.fromMs) assert.ok(fromMs <= now - agoMs, `${window} ${agoMs}`);
      if (seconds === 60) assert.ok(now - fromMs <= 3 * hour, "sums of a minute are kept for so long");
    }
});
