import assert from "node:assert/strict";
import { test } from "node:test";
import { withRange } from "./with-range.ts";

const keys = ["a", "b", "c", "d", "e"];
const chosen = (...names: string[]) => new Set(names);
const sorted = (set: ReadonlySet<string>) => [...set].toSorted().join("");

test("a pressed row changes sides, and the others stay", () => {
  assert.equal(sorted(withRange(chosen("a"), keys, null, 2)), "ac");
  assert.equal(sorted(withRange(chosen("a", "c"), keys, null, 2)), "a");
});

test("a range is chosen in both directions, and nothing is given up", () => {
  assert.equal(sorted(withRange(chosen("a", "c"), keys, 1, 3)), "abcd");
  assert.equal(sorted(withRange(chosen("e"), keys, 3, 1)), "bcde");
});

test("a row that is no longer shown is no longer chosen", () => {
  assert.equal(sorted(withRange(chosen("a", "gone"), keys, null, 1)), "ab");
  assert.equal(sorted(withRange(chosen("a"), keys, null, 9)), "a");
});
