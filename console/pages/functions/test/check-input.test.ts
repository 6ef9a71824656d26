import assert from "node:assert/strict";
import { test } from "node:test";
import { checkInput, wholeProblem } from "./check-input.ts";

const schema = {
  type: "object",
  properties: {
    lines: { type: "array", items: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] } },
  },
  required: ["lines"],
};

test("puts each problem at its own place, and none over it", () => {
  const problems = checkInput(schema, { lines: [{ sku: "a" }, { sku: 3 }] });
  assert.deepEqual([...problems.keys()], ["lines.1.sku"]);
  assert.match(problems.get("lines.1.sku") ?? "", /string/);
});

test("says what is missing in its own place, and nothing of what is fine", () => {
  assert.deepEqual([...checkInput(schema, {})], [["lines", "is required"]]);
  assert.equal(checkInput(schema, { lines: [] }).size, 0);
});

test("says below JSON, which has no fields, the first problem with its place", () => {
  const problems = checkInput(schema, {});
  assert.equal(wholeProblem(problems, true), "lines is required");
  assert.equal(wholeProblem(problems, false), undefined);
});
