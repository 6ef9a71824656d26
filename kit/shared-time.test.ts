import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { clockBehindMs, noteSharedTime, sharedNow } from "./shared-time.ts";

afterEach(() => noteSharedTime(Date.now(), Date.now(), Date.now()));

test("a clock that agrees is left alone, however slow the answer was", () => {
  const now = Date.now();
  noteSharedTime(now + 40, now, now + 80);
  noteSharedTime(now + 4_000, now, now + 9_000);
  assert.equal(clockBehindMs(), 0);
});

test("a clock that is wrong is corrected by the middle of what may be, and again when it is put right", () => {
  const now = Date.now();
  for (const wrongBy of [600_000, -600_000]) {
    noteSharedTime(now + wrongBy + 10, now, now + 20);
    assert.ok(Math.abs(sharedNow() - Date.now() - wrongBy) <= 12);
  }
  noteSharedTime(now, now, now);
  assert.ok(Math.abs(clockBehindMs()) <= 2);
});

test("an answer from before it was asked, and none at all, tell nothing", () => {
  const now = Date.now();
  noteSharedTime(now + 600_000, now, now - 5);
  noteSharedTime(Number.NaN, now, now);
  assert.ok(Math.abs(clockBehindMs()) <= 2);
});
