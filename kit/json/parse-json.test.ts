import assert from "node:assert/strict";
import test from "node:test";
import { JsonTooDeep, parseJson } from "./parse-json.ts";

test("JSON of two megabytes that nests without an end is refused, again and again, and the process lives", () => {
  for (const unit of ["[1,", '{"a":', "[", '[["a",'] as const) {
    for (let times = 0; times < 10; times += 1) {
      assert.throws(() => parseJson(unit.repeat(700_000)), JsonTooDeep);
    }
  }
});

test("brackets in texts do not nest, what is closed does not add up, and the bound is exact", () => {
  const flat = `[${'"[[[[\\"{{",[],{},'.repeat(1_000)}1]`;
  assert.equal((parseJson(flat) as unknown[]).length, 3_001);
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  assert.doesNotThrow(() => parseJson(nested(200)));
  assert.throws(() => parseJson(nested(201)), JsonTooDeep);
  assert.doesNotThrow(() => parseJson(nested(300), 300));
  assert.throws(() => parseJson("[1"), SyntaxError);
});
