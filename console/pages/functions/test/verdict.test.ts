import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOf } from "./verdict.ts";

const succeeded = (output: unknown) => ({ status: "succeeded" as const, output, error: null });

test("passes what was expected, whatever the order of its keys", () => {
  assert.equal(verdictOf({ status: "succeeded", output: { a: 1, b: [2] } }, succeeded({ b: [2], a: 1 })), "passed");
  assert.equal(verdictOf({ status: "succeeded" }, succeeded(5)), "passed");
  assert.equal(verdictOf(null, succeeded(5)), "passed");
});

test("says what came instead", () => {
  assert.match(verdictOf({ status: "succeeded", output: 1 }, succeeded(2)), /returned 2 where 1/);
  assert.match(verdictOf({ status: "succeeded", output: [1, 2] }, succeeded([2, 1])), /returned \[2,1\]/);
  const failed = { status: "failed" as const, output: null, error: { code: "A", message: "No order.", stack: null } };
  assert.match(verdictOf(null, failed), /failed where succeeded was expected: No order\./);
  assert.equal(verdictOf({ status: "failed" }, failed), "passed");
});
