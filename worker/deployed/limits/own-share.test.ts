import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnShare } from "./own-share.ts";

/** Takes them, or returns how long they have to wait. */
function take(share: OwnShare, count: number, now: number): number {
  const lacksMs = share.lacksMs(count, now);
  if (lacksMs === 0) share.take(count, now);
  return lacksMs;
}

test("a minute's requests may come at once, and then evenly", () => {
  const share = new OwnShare({ perMinute: 60, most: 60, level: 60 }, 0);
  for (let call = 0; call < 60; call += 1) assert.equal(take(share, 1, 0), 0);
  assert.equal(take(share, 1, 0), 1_000);
  assert.equal(take(share, 1, 999), 1);
  assert.equal(take(share, 1, 1_000), 0);
  assert.equal(take(share, 2, 2_000), 1_000);
});

test("what is not used does not add up beyond a minute, and a refusal takes nothing", () => {
  const share = new OwnShare({ perMinute: 10, most: 10, level: 10 }, 0);
  assert.equal(take(share, 10, 3_600_000), 0);
  assert.ok(take(share, 1, 3_600_000) > 0);
  assert.equal(take(share, 1, 3_606_000), 0);
});

test("a share of less than one request still lets one through in its time, and one without a rate ends", () => {
  const third = new OwnShare({ perMinute: 1 / 3, most: 1, level: 1 }, 0);
  assert.equal(take(third, 1, 0), 0);
  assert.equal(Math.round(take(third, 1, 0)), 180_000);
  const quota = new OwnShare({ perMinute: 0, most: 2, level: 2 }, 0);
  assert.equal(take(quota, 2, 0), 0);
  assert.equal(take(quota, 1, 86_400_000), Number.POSITIVE_INFINITY);
});
