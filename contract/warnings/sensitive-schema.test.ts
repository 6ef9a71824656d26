import assert from "node:assert/strict";
import test from "node:test";
import { compileSensitive } from "./sensitive-schema.ts";

const hidden = "[masked]";
const mark = { type: "string", "x-sensitive": true };

function hide(schema: Record<string, unknown>, value: unknown): unknown {
  const before = JSON.stringify(value);
  const compiled = compileSensitive(schema);
  assert.ok(compiled);
  const masked = compiled(value);
  assert.equal(JSON.stringify(value), before, "the value itself stays as it was");
  return masked;
}

test("a schema that marks nothing costs nothing", () => {
  assert.equal(compileSensitive({ type: "object", properties: { a: { writeOnly: false } } }), null);
  assert.equal(compileSensitive(null), null);
});

const cases: [string, Record<string, unknown>, unknown, unknown][] = [
  ["a property", { properties: { pin: mark } }, { pin: 1, other: 2 }, { pin: hidden, other: 2 }],
  ["writeOnly", { properties: { pin: { writeOnly: true } } }, { pin: { deep: 1 } }, { pin: hidden }],
  ["the whole value", { "x-sensitive": true }, { a: 1 }, hidden],
  ["what is absent or null", { properties: { pin: mark, b: mark } }, { pin: null }, { pin: null }],
  [
    "items",
    { properties: { l: { items: { properties: { pin: mark } } } } },
    { l: [{ pin: 1 }, 2] },
    { l: [{ pin: hidden }, 2] },
  ],
  ["a tuple's place", { prefixItems: [{}, mark] }, ["a", "b", "c"], ["a", hidden, "c"]],
  ["additional properties", { properties: { a: {} }, additionalProperties: mark }, { a: 1, b: 2 }, { a: 1, b: hidden }],
  ["a pattern of names", { patternProperties: { "^pin": mark } }, { pin1: 1, a: 2 }, { pin1: hidden, a: 2 }],
  ["a reference", { properties: { p: { $ref: "#/$defs/P" } }, $defs: { P: mark } }, { p: 1 }, { p: hidden }],
  [
    "any branch",
    { anyOf: [{ properties: { a: mark } }, { properties: { b: mark } }] },
    { a: 1, b: 2 },
    { a: hidden, b: hidden },
  ],
  ["a branch beside", { properties: { a: {} }, allOf: [{ properties: { a: mark } }] }, { a: 1 }, { a: hidden }],
  ["a condition's branch", { if: {}, else: { properties: { a: mark } } }, { a: 1 }, { a: hidden }],
  [
    "__proto__",
    { properties: { a: mark } },
    JSON.parse('{"__proto__":{"a":1},"a":1}'),
    JSON.parse('{"__proto__":{"a":1},"a":"[masked]"}'),
  ],
];
for (const [name, schema, value, expected] of cases) {
  test(`hides ${name}`, () => assert.deepEqual(hide(schema, value), expected));
}

test("a schema that refers to itself hides at every level, and ends", () => {
  const tree = { properties: { pin: mark, children: { items: { $ref: "#" } } }, allOf: [{ $ref: "#" }] };
  const value = { pin: 1, children: [{ pin: 2, children: [{ pin: 3 }] }] };
  assert.deepEqual(hide(tree, value), { pin: hidden, children: [{ pin: hidden, children: [{ pin: hidden }] }] });
});

test("a pattern that cannot be run hides rather too much", () => {
  const schema = { patternProperties: { "(?=b)": mark } };
  assert.deepEqual(compileSensitive(schema)?.({ a: 1 }), { a: hidden });
});
