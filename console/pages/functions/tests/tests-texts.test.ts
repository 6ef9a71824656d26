import assert from "node:assert/strict";
import { test } from "node:test";
import { lineRanges } from "./line-ranges.ts";
import { starterOf } from "./starter.ts";

test("joins lines that follow each other", () => {
  assert.deepEqual(lineRanges([]), []);
  assert.deepEqual(lineRanges([3, 7, 8, 9, 12]), [
    { from: 3, text: "3" },
    { from: 7, text: "7–9" },
    { from: 12, text: "12" },
  ]);
});

test("starts with a call of the Function with a sample of its input", () => {
  const schema = { type: "object", properties: { name: { type: "string", examples: ["Ada"] } }, required: ["name"] };
  assert.match(starterOf(schema), /await call\(\{ name: "Ada" \}\)/);
  assert.match(starterOf(null), /await call\(\{\}\)/);
});
