import assert from "node:assert/strict";
import { test } from "node:test";
import { coerce, coercionsOf } from "./coercions.ts";

const schema = {
  type: "object",
  properties: {
    whole: { type: "integer" },
    any: { type: "number" },
    flag: { type: "boolean" },
    text: { type: "string" },
    either: { type: ["integer", "string"] },
    nothing: { type: ["integer", "null"] },
    choice: { enum: [1, 2, 3] },
    word: { enum: ["1", "2"] },
    list: { type: "array", items: { type: "integer" } },
    some: { anyOf: [{ type: "boolean" }, { type: "array", items: { type: "boolean" } }] },
    named: { $ref: "#/$defs/count" },
    free: {},
  },
  $defs: { count: { type: "integer" } },
};
const coercions = coercionsOf(schema);

for (const [name, given, expected] of [
  ["whole", "5", 5],
  ["whole", "-5", -5],
  ["whole", "05", "05"],
  ["whole", "5x", "5x"],
  ["whole", "", ""],
  ["whole", " 5", " 5"],
  ["whole", "0x10", "0x10"],
  ["whole", "1e400", "1e400"],
  ["any", "1.5e2", 150],
  ["any", "Infinity", "Infinity"],
  ["any", "NaN", "NaN"],
  ["any", "1e999", "1e999"],
  ["any", "-1e999", "-1e999"],
  ["any", "-0", 0],
  ["whole", "9007199254740991", 9_007_199_254_740_991],
  ["whole", "9007199254740993", "9007199254740993"],
  ["whole", "-9007199254740993", "-9007199254740993"],
  ["whole", "1".repeat(400), "1".repeat(400)],
  ["flag", "true", true],
  ["flag", "false", false],
  ["flag", "1", "1"],
  ["text", "5", "5"],
  ["either", "5", "5"],
  ["nothing", "", null],
  ["nothing", "7", 7],
  ["choice", "2", 2],
  ["word", "2", "2"],
  ["list", "4", [4]],
  ["list", ["4", "x"], [4, "x"]],
  ["some", "true", true],
  ["some", ["true", "false"], [true, false]],
  ["named", "3", 3],
  ["free", "3", "3"],
  ["unknown", "3", "3"],
  ["whole", ["1", "2"], ["1", "2"]],
] as const) {
  test(`${name}: ${JSON.stringify(given)} becomes ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(coerce(given, coercions.get(name)), expected);
  });
}
