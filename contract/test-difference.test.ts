import assert from "node:assert/strict";
import { test } from "node:test";
import { testDifference } from "./test-difference.ts";

const succeeded = (output: unknown) => ({ status: "succeeded" as const, output, error: null });

const said = (...given: Parameters<typeof testDifference>): string => testDifference(...given) ?? "";

test("passes what was expected, whatever the order of its keys", () => {
  assert.equal(testDifference({ status: "succeeded", output: { a: 1, b: [2] } }, succeeded({ b: [2], a: 1 })), null);
  assert.equal(testDifference({ status: "succeeded" }, succeeded(5)), null);
  assert.equal(testDifference(null, succeeded(5)), null);
});

test("says what came instead", () => {
  assert.match(said({ status: "succeeded", output: 1 }, succeeded(2)), /returned 2 where 1/);
  assert.match(said({ status: "succeeded", output: [1, 2] }, succeeded([2, 1])), /returned \[2,1\]/);
  const failed = { status: "failed" as const, output: null, error: { code: "A", message: "No order.", stack: null } };
  assert.match(said(null, failed), /failed where succeeded was expected: No order\./);
  assert.equal(testDifference({ status: "failed" }, failed), null);
});
