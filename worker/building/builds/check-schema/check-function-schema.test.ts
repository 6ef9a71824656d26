import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { compileForTest } from "../compile-for-test.ts";
import { checkFunctionSchema } from "./check-function-schema.ts";

const object = (properties: Record<string, unknown>, more: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  ...more,
});
const codes = (schema: JsonSchema, direction: "input" | "output" = "input") =>
  checkFunctionSchema(schema, direction).map(({ severity, code }) => `${severity} ${code}`);

const wide = (depth: number): JsonSchema => {
  const $defs: Record<string, JsonSchema> = { L0: { type: "string" } };
  for (let n = 1; n <= depth; n += 1)
    $defs[`L${n}`] = object({ a: { $ref: `#/$defs/L${n - 1}` }, b: { $ref: `#/$defs/L${n - 1}` } });
  return object({ root: { $ref: `#/$defs/L${depth}` } }, { $defs });
};
const deep = (levels: number): JsonSchema =>
  levels === 0 ? { type: "string" } : { type: "array", items: deep(levels - 1) };
const twice = (keyword: string): JsonSchema =>
  object(
    { a: { $ref: "#/$defs/A" } },
    { $defs: { A: object({ n: { [keyword]: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/A" }] } }) } },
  );

const refused: [title: string, schema: JsonSchema, expected: string[]][] = [
  ["an unknown type", { type: "object", properties: { a: { type: "strin" } } }, ["error SCHEMA_INVALID"]],
  ["a keyword of the wrong kind", { type: "object", required: "a" }, ["error SCHEMA_INVALID"]],
  ["an input that is no object", { type: "string" }, ["error SCHEMA_ROOT"]],
  ["an input without a type", { properties: {} }, ["error SCHEMA_ROOT"]],
  [
    "another dialect",
    { $schema: "http://json-schema.org/draft-07/schema#", type: "object" },
    ["error SCHEMA_UNSUPPORTED"],
  ],
  ["a reference over the network", object({ a: { $ref: "https://example.com/a.json" } }), ["error SCHEMA_UNSUPPORTED"]],
  ["a reference to nothing", object({ a: { $ref: "#/$defs/none" } }), ["error SCHEMA_INVALID"]],
  ["a dynamic reference", object({ a: { $dynamicRef: "#a" } }), ["error SCHEMA_UNSUPPORTED"]],
  ["an inner $id", object({ a: { $id: "a" } }), ["error SCHEMA_UNSUPPORTED"]],
  ["a named back-reference", object({ a: { type: "string", pattern: "(?<n>a)\\k<n>" } }), ["error SCHEMA_UNSUPPORTED"]],
  ["lookahead", object({ a: { type: "string", pattern: "(?=a)" } }), ["error SCHEMA_UNSUPPORTED"]],
  [
    "a back-reference in a property pattern",
    { type: "object", patternProperties: { "(a)\\1": {} } },
    ["error SCHEMA_UNSUPPORTED"],
  ],
  [
    "unbounded uniqueItems of objects",
    object({ a: { type: "array", items: { type: "object" }, uniqueItems: true } }),
    ["error SCHEMA_TOO_COMPLEX"],
  ],
  ["too deep", object({ a: deep(70) }), ["error SCHEMA_TOO_COMPLEX"]],
  [
    "too many values",
    object({ a: { enum: Array.from({ length: 21_000 }, (_, n) => n) } }),
    ["error SCHEMA_TOO_COMPLEX"],
  ],
  ["too large", object({ a: { const: "x".repeat(300_000) } }), ["error SCHEMA_TOO_COMPLEX"]],
  ["2^30 subschemas by reference", wide(30), ["error SCHEMA_TOO_COMPLEX"]],
  ["the same recursive part twice in allOf", twice("allOf"), ["error SCHEMA_TOO_COMPLEX"]],
  ["the same recursive part twice in anyOf", twice("anyOf"), ["error SCHEMA_TOO_COMPLEX"]],
  [
    "a recursive part under a property and a pattern that match the same name",
    object(
      { a: { $ref: "#/$defs/A" } },
      {
        $defs: { A: { properties: { n: { $ref: "#/$defs/A" } }, patternProperties: { "^n": { $ref: "#/$defs/A" } } } },
      },
    ),
    ["error SCHEMA_TOO_COMPLEX"],
  ],
  [
    "a doubling over two definitions",
    object(
      { a: { $ref: "#/$defs/A" } },
      {
        $defs: {
          A: object({ n: { $ref: "#/$defs/B" } }),
          B: { allOf: [object({ m: { $ref: "#/$defs/A" } }), { if: object({ m: { $ref: "#/$defs/A" } }) }] },
        },
      },
    ),
    ["error SCHEMA_TOO_COMPLEX"],
  ],
  [
    "one recursion that runs beside another",
    object(
      { a: { $ref: "#/$defs/A" } },
      {
        $defs: {
          A: object({ n: { allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] } }),
          B: object({ n: { $ref: "#/$defs/B" } }),
        },
      },
    ),
    ["error SCHEMA_TOO_COMPLEX"],
  ],
  [
    "a reference to itself in place",
    object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: { allOf: [{ $ref: "#/$defs/A" }] } } }),
    ["error SCHEMA_TOO_COMPLEX"],
  ],
];

describe("refuses a schema", () => {
  for (const [title, schema, expected] of refused) test(title, () => assert.deepEqual(codes(schema), expected));

  test("that would take exponential time: a witness", () => {
    // The reason for this check: 20 levels cost ajv a million evaluations, and 21 cost twice as many.
    let reads = 0;
    const ajv = new Ajv2020({ strict: false });
    ajv.addKeyword({ keyword: "x-count", validate: () => ((reads += 1), true) });
    const validate = ajv.compile(
      object(
        { a: { $ref: "#/$defs/A" } },
        {
          $defs: {
            A: { "x-count": true, properties: { n: { allOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/A" }] } } },
          },
        },
      ),
    );
    let value: unknown = {};
    for (let n = 0; n < 12; n += 1) value = { n: value };
    validate({ a: value });
    assert.equal(reads, 2 ** 13 - 1);
  });
});

const expression = {
  anyOf: [
    object({ op: { const: "add" }, left: { $ref: "#/$defs/E" }, right: { $ref: "#/$defs/E" } }, { required: ["op"] }),
    object({ op: { enum: ["neg", "abs"] }, left: { $ref: "#/$defs/E" } }, { required: ["op"] }),
  ],
};
const accepted: [title: string, schema: JsonSchema][] = [
  ["a list", object({ a: { $ref: "#/$defs/L" } }, { $defs: { L: object({ next: { $ref: "#/$defs/L" } }) } })],
  [
    "a tree with two children",
    object(
      { a: { $ref: "#/$defs/T" } },
      { $defs: { T: object({ left: { $ref: "#/$defs/T" }, right: { $ref: "#/$defs/T" } }) } },
    ),
  ],
  [
    "a property beside additional ones",
    object(
      { a: { $ref: "#/$defs/T" } },
      { $defs: { T: object({ n: { $ref: "#/$defs/T" } }, { additionalProperties: { $ref: "#/$defs/T" } }) } },
    ),
  ],
  [
    "JSON itself",
    object(
      { a: { $ref: "#/$defs/J" } },
      {
        $defs: {
          J: {
            anyOf: [
              { type: "string" },
              { type: "array", items: { $ref: "#/$defs/J" } },
              { type: "object", additionalProperties: { $ref: "#/$defs/J" } },
            ],
          },
        },
      },
    ),
  ],
  [
    "alternatives that a first property tells apart",
    object({ e: { $ref: "#/$defs/E" } }, { $defs: { E: expression } }),
  ],
  ["an anchor", object({ a: { $ref: "#here" } }, { $defs: { x: { $anchor: "here", type: "string" } } })],
  ["a reference to the root", object({ children: { type: "array", items: { $ref: "#" } } })],
  ["unique scalars", object({ a: { type: "array", items: { type: "string" }, uniqueItems: true } })],
  ["2^10 subschemas by reference", wide(10)],
];

describe("accepts a schema with", () => {
  for (const [title, schema] of accepted) test(title, () => assert.deepEqual(checkFunctionSchema(schema, "input"), []));
  test("alternatives at the root, with a warning", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      allOf: [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }],
      if: { required: ["a"] },
    };
    assert.deepEqual(codes(schema), ["warning SCHEMA_ROOT"]);
  });
  test("any root in an output", () =>
    assert.deepEqual(codes({ anyOf: [{ type: "string" }, { type: "null" }] }, "output"), []));
});

test("a schema set by hand is checked, and what the types would give is then no error", () => {
  const source = "export default (input: string) => 1n;";
  assert.deepEqual(
    compileForTest(source, { inputSchema: { type: "object" }, outputSchema: { type: "string" } }).diagnostics,
    [],
  );
  const wrong = compileForTest(source, { inputSchema: { type: "array" }, outputSchema: { type: 1 } }).diagnostics;
  assert.deepEqual(
    wrong.map(({ code, message }) => [code, message.split(":", 1)[0]]),
    [
      ["SCHEMA_ROOT", "inputSchema"],
      ["SCHEMA_INVALID", "outputSchema"],
    ],
  );
});
