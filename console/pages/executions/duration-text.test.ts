import assert from "node:assert/strict";
import { test } from "node:test";
import { readDuration } from "./duration-text.ts";

test("reads a duration in the units that people write, and nothing else", () => {
  assert.deepEqual(["250", "250 ms", "1.5 s", "2min", " 3 S ", "0"].map(readDuration), [
    "250",
    "250",
    "1500",
    "120000",
    "3000",
    "0",
  ]);
  for (const none of ["", "-1", "1 h", "s", "1e9", "99999999 min", "1,5 s"])
    assert.equal(readDuration(none), undefined, none);
});
