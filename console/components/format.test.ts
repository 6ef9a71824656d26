import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, clockTime, count, duration, momentText, percent, relativeTime, withMoments } from "./format.ts";

const now = Date.parse("2026-11-21T12:00:00.000Z");

test("a time is told in the largest unit that fits, before and after now", () => {
  const told = (at: string) => relativeTime(at, now);
  assert.equal(told("2026-11-21T11:59:58.000Z"), "now");
  assert.equal(told("2026-11-21T11:59:18.000Z"), "42 s ago");
  assert.equal(told("2026-11-21T11:01:00.000Z"), "59 min ago");
  assert.equal(told("2026-11-21T15:10:00.000Z"), "in 3 h");
  assert.equal(told("2026-11-02T12:00:00.000Z"), "19 d ago");
  assert.equal(told("2026-09-01T12:00:00.000Z"), "Sep 1");
  assert.equal(told("2025-12-30T12:00:00.000Z"), "Dec 30, 2025");
});

test("durations, counts, shares and sizes keep two or three digits that matter", () => {
  assert.deepEqual([0.42, 38.4, 1_240, 185_000].map(duration), ["0.4 ms", "38 ms", "1.24 s", "3 min 5 s"]);
  assert.deepEqual([0, 4_200, 1_204_311].map(count), ["0", "4,200", "1.2M"]);
  assert.deepEqual([0, 0.0004, 0.0042, 0.5].map(percent), ["0%", "0.04%", "0.4%", "50%"]);
  assert.deepEqual([0, 412, 3_482, 348_160].map(bytes), ["0 B", "412 B", "3.4 KiB", "340 KiB"]);
});

test("a clock time has milliseconds, and the day where that is not today's", () => {
  const now = new Date(2026, 10, 22, 18, 0, 0);
  const at = (day: number) => new Date(2026, 10, day, 9, 5, 7, 42).toISOString();
  assert.equal(clockTime(at(22), now.getTime()), "09:05:07.042");
  assert.equal(clockTime(at(21), now.getTime()), "Nov 21, 09:05:07.042");
  const lastYear = new Date(2025, 11, 30, 9, 5, 7, 42).toISOString();
  assert.equal(clockTime(lastYear, now.getTime()), "Dec 30, 2025, 09:05:07.042");
});

test("an exact time has its day, and the year where that is not this one", () => {
  const now = new Date(2026, 10, 22, 18, 0, 0).getTime();
  const at = new Date(2026, 10, 22, 9, 5, 7, 42).toISOString();
  assert.equal(momentText(at, now), "Nov 22, 09:05:07");
  assert.equal(momentText(at, now, true), "Nov 22, 09:05:07.042");
  assert.equal(momentText(new Date(2025, 11, 30, 9, 5, 7).toISOString(), now), "Dec 30, 2025, 09:05:07");
});

test("the times in a sentence of the server become those of the reader's zone", () => {
  const now = new Date(2026, 10, 22, 18, 0, 0).getTime();
  const [until, since] = [new Date(2026, 10, 22, 9, 5, 7, 42), new Date(2026, 10, 21, 9, 5, 7)];
  const sentence = `Sleeps until ${until.toISOString()}, since ${since.toISOString().replace(".000", "")}.`;
  assert.equal(withMoments(sentence, now), "Sleeps until Nov 22, 09:05:07, since Nov 21, 09:05:07.");
  assert.equal(withMoments("Order 2026-11-22T9 waits.", now), "Order 2026-11-22T9 waits.");
});
