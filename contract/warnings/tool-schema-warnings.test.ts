import assert from "node:assert/strict";
import { test } from "node:test";
import { toolSchemaWarnings } from "./tool-schema-warnings.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const text = { type: "string" };

test("says nothing of a plain schema, nor of none", () => {
  const tags = { type: "array", items: text };
  assert.deepEqual(toolSchemaWarnings(object({ a: text, "b.c-d_1": object({ tags }), e: { enum: ["x", "y"] } })), []);
  assert.deepEqual(toolSchemaWarnings(null), []);
  assert.deepEqual(toolSchemaWarnings({ type: "object", additionalProperties: false }), []);
});

for (const [title, schema, expected] of [
  ["a key with a space", object({ "a b": text }), /^Anthropic's API refuses the names `a b`/],
  ["a key inside", object({ a: { type: "array", items: object({ $top: text }) } }), /^Anthropic.*`\$top`/],
  ["a key of 65 characters", object({ ["k".repeat(65)]: text }), /^Anthropic/],
  [
    "a tuple",
    object({ a: object({ point: { type: "array", prefixItems: [text], items: false } }) }),
    /^OpenAI's strict mode and Gemini.*`a\.point`/,
  ],
  ["a list of anything", object({ a: { type: "array" } }), /^OpenAI and Gemini refuse lists.*`a`/],
  [
    "a tree",
    object({ root: { $ref: "#/$defs/Node" } }, { $defs: { Node: object({ next: { $ref: "#/$defs/Node" } }) } }),
    /^Gemini.*contain themselves: `Node`/,
  ],
  [
    "a tree through another",
    object({}, { $defs: { A: object({ b: { $ref: "#/$defs/B" } }), B: object({ a: { $ref: "#/$defs/A" } }) } }),
    /`A`/,
  ],
  ["a root in itself", object({ child: { $ref: "#" } }), /^Gemini.*contain themselves: the input/],
  ["const", object({ kind: { type: "string", const: "x" } }), /^Gemini does not know `const`: `kind`/],
  ["numbers to choose from", object({ a: { enum: [1, 2] } }), /^Gemini takes texts only in an `enum`: `a`/],
  ["flags to choose from", object({ a: { type: "boolean", enum: [true] } }), /^Gemini takes texts only/],
  ["alternatives at the root", object({}, { oneOf: [object({ a: text })] }), /^Anthropic.*`oneOf` at the root/],
  ["a name that begins with a digit", object({ "2fa": text }), /^Gemini refuses names.*`2fa`/],
  ["a name that begins with a sign", object({ a: object({ "-b": text }) }), /^Gemini refuses names.*`-b`/],
  ["a name that every object has", object({ constructor: text }), /^Clients in JavaScript find `constructor`/],
  ["types", object({ a: { type: ["string", "null"] } }), /^Gemini does not know lists of types.*`a`/],
] as const) {
  test(`names who refuses ${title}`, () => {
    const warnings = toolSchemaWarnings(schema);
    assert.equal(warnings.length, 1, warnings.join("\n"));
    assert.match(warnings[0] ?? "", expected);
  });
}

test("names three and counts the rest, once each", () => {
  const keys = Object.fromEntries(["a 1", "a 2", "a 3", "a 4", "a 5"].map((key) => [key, text]));
  assert.match(toolSchemaWarnings(object({ ...keys, x: object(keys) }))[0] ?? "", /`a 1`, `a 2`, `a 3` and 2 more/);
});

test("a definition that is used twice is no recursion, and a huge schema ends", () => {
  const twice = object({ a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/A" } }, { $defs: { A: text } });
  assert.deepEqual(toolSchemaWarnings(twice), []);
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, text]));
  assert.deepEqual(toolSchemaWarnings(object(many)), []);
});
