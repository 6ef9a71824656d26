import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../../internal/artifact.ts";
import { withoutUnknown } from "./without-unknown.ts";

const kind = (value: string) => ({ kind: { const: value } });
const closed = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const open = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const any = {};

/** Title, schema, given value, and the names that are left out. */
const cases: [title: string, schema: JsonSchema, given: object, gone: string[]][] = [
  ["closed", closed({ a: any }), { a: 1, x: 1 }, ["x"]],
  ["open", open({ a: any }), { a: 1, x: 1 }, []],
  ["an open alternative", { anyOf: [closed(kind("a")), open(kind("b"))] }, { kind: "b", x: 1 }, []],
  ["the closed one of the same", { anyOf: [closed(kind("a")), open(kind("b"))] }, { kind: "a", x: 1 }, ["x"]],
  ["an open alternative of oneOf", { oneOf: [closed(kind("a")), open(kind("b"))] }, { kind: "b", x: 1 }, []],
  ["alternatives that nothing tells apart", { anyOf: [closed({ a: any }), open({ b: any })] }, { a: 1, x: 1 }, []],
  [
    "one that lacks what it requires",
    { anyOf: [closed({ a: any }), open({ b: any }, { required: ["b"] })] },
    { a: 1, x: 1 },
    ["x"],
  ],
  ["alternatives that are all closed", { anyOf: [closed({ a: any }), closed({ b: any })] }, { b: 1, x: 1 }, ["x"]],
  ["an alternative for null", { anyOf: [closed({ a: any }), { type: "null" }] }, { a: 1, x: 1 }, ["x"]],
  ["a number sent as a text", { anyOf: [closed(kind("a")), open({ kind: { const: 5 } })] }, { kind: "5", x: 1 }, []],
  [
    "by reference",
    {
      anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }],
      $defs: { a: closed(kind("a")), b: open({ kind: { $ref: "#/$defs/k" } }), k: { enum: ["b", "c"] } },
    },
    { kind: "c", x: 1 },
    [],
  ],
  ["closed around open alternatives", closed({ a: any, b: any }, { anyOf: [open({}), any] }), { a: 1, x: 1 }, ["x"]],
  ["a closed part", { allOf: [open({ a: any }), closed({ a: any })] }, { a: 1, x: 1 }, ["x"]],
  [
    "names of conditions",
    open(
      { a: any },
      {
        if: { properties: { c: any } },
        // eslint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
        then: { properties: { d: any } },
        else: { properties: { e: any } },
        dependentSchemas: { a: { properties: { f: any } } },
        unevaluatedProperties: false,
      },
    ),
    { a: 1, c: 1, d: 1, e: 1, f: 1, x: 1 },
    ["x"],
  ],
  // eslint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  ["then and else that are closed", { if: any, then: closed({ a: any }), else: closed({ b: any }) }, { x: 1 }, ["x"]],
  // eslint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  ["then alone", { if: any, then: closed({ a: any }) }, { x: 1 }, []],
  ["what depends on a member", { dependentSchemas: { a: closed({ a: any }) } }, { a: 1, x: 1 }, ["x"]],
  ["what depends on another", { dependentSchemas: { a: closed({ a: any }) } }, { x: 1 }, []],
  [
    "evaluated by a map",
    { unevaluatedProperties: false, anyOf: [open({}, { additionalProperties: { type: "integer" } })] },
    { x: 1 },
    [],
  ],
  ["a circle", { anyOf: [{ $ref: "#" }, closed({ a: any })] }, { a: 1, x: 1 }, []],
];
for (const [title, schema, given, gone] of cases)
  test(`${title}: ${gone.length > 0 ? "leaves out" : "keeps all"}`, () => {
    const left = withoutUnknown(schema)(given);
    if (gone.length === 0) assert.equal(left, given);
    else assert.deepEqual(left, Object.fromEntries(Object.entries(given).filter(([name]) => !gone.includes(name))));
  });

test("a schema of 10,000 alternatives, and one whose references fork 60 times, end soon", () => {
  const many = { anyOf: Array.from({ length: 10_000 }, (_, index) => closed(kind(String(index)))) };
  const $defs: Record<string, object> = { d60: closed({ a: any }) };
  for (let index = 0; index < 60; index += 1)
    $defs[`d${index}`] = { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] };
  const given = { a: 1, x: 1 };
  assert.equal(withoutUnknown(many)(given), given);
  assert.deepEqual(withoutUnknown({ $ref: "#/$defs/d0", $defs })(given), { a: 1 });
});
