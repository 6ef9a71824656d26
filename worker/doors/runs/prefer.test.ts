import assert from "node:assert/strict";
import { test } from "node:test";
import { preferenceApplied, readPreferences } from "./prefer.ts";

test("a caller's wait is read as RFC 7240 writes it, and bad values are left out", () => {
  const cases: [string | string[] | undefined, number | null, boolean][] = [
    [undefined, null, false],
    ["", null, false],
    ["wait=10", 10, false],
    ["Wait = 10", 10, false],
    ['wait="10"', 10, false],
    ["wait=0", 0, false],
    ["wait=20", 20, false],
    ["wait=21", 20, false],
    ["wait=999999999999999", 20, false],
    ["wait=9999999999999999", null, false],
    ["wait", null, false],
    ["wait=", null, false],
    ["wait=-1", null, false],
    ["wait=1.5", null, false],
    ["wait=1e1", null, false],
    ["wait=ten", null, false],
    ["wait=٣", null, false],
    ["respond-async", null, true],
    ["respond-async, wait=10", 10, true],
    ["wait=10, respond-async", 10, true],
    ["wait=3, wait=9", 3, false],
    ["wait=x, wait=9", null, false],
    ['foo; bar=1;baz="a,b;c", wait=4', 4, false],
    ['foo="wait=1, \\"wait=2", wait=5', 5, false],
    ["wait=6;x", 6, false],
    [",, ,wait=7,", 7, false],
    [["return=minimal", "wait=8"], 8, false],
    ["wait=1 0", null, false],
    ['foo="open, wait=9', null, false],
    ["(wait=9)", null, false],
  ];
  for (const [header, wait, respondAsync] of cases) {
    assert.deepEqual(readPreferences(header), { wait, respondAsync }, JSON.stringify(header));
  }
});

test("a header of any length is read in a moment", () => {
  const began = process.cpuUsage();
  for (const part of ["a,", ";", "wait=", '"', "\\", ' "\\"', "a;b="]) readPreferences(part.repeat(500_000));
  const { user } = process.cpuUsage(began);
  assert.ok(user < 2_000_000, `${user} µs`);
});

test("the response names the preferences that it honours", () => {
  assert.deepEqual(preferenceApplied({ wait: null, respondAsync: false }, false), []);
  assert.deepEqual(preferenceApplied({ wait: 5, respondAsync: true }, true), ["preference-applied", "wait=5"]);
  assert.deepEqual(preferenceApplied({ wait: 5, respondAsync: true }, false), [
    "preference-applied",
    "respond-async, wait=5",
  ]);
});
