import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalJson } from "./canonical-json.ts";
import { sameJson } from "./same-json.ts";

const values: unknown[] = [
  null,
  undefined,
  0,
  "0",
  "",
  true,
  [],
  {},
  [[]],
  [{}],
  [null],
  [undefined],
  [1, 2],
  [2, 1],
  { a: 1 },
  { a: 1, b: undefined },
  { b: 2, a: 1 },
  { a: 1, b: 2 },
  { 10: 1, 9: 2 },
  { 9: 2, 10: 1, a: { c: [1], b: "é" } },
  { a: { b: "é", c: [1] }, 9: 2, 10: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse('{"b":1,"__proto__":{"a":2}}'),
  new Date(0),
];

/** The canonical text, by its definition. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const held = Object.entries(value).filter(([, one]) => one !== undefined);
  const sorted = held.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${textOf(one)}`).join(",")}}`;
}

test("canonical JSON has the keys of every object in code unit order, numbers and __proto__ among them", () => {
  for (const value of values) assert.equal(canonicalJson(value), textOf(value));
  assert.equal(canonicalJson({ b: 1, 10: 2, 9: 3, a: undefined }), '{"10":2,"9":3,"b":1}');
});

test("JSON values are the same when their canonical texts are", () => {
  for (const one of values)
    for (const other of values)
      assert.equal(sameJson(one, other), textOf(one) === textOf(other), `${textOf(one)} and ${textOf(other)}`);
});
