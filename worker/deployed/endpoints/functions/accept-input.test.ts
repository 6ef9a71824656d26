import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptInput } from "./accept-input.ts";
import { compileSchema } from "../schemas/compile-schema.ts";
import { openSchema } from "@ferrule/contract/json-schema/open-schema.ts";
import { nullAsAbsent } from "@ferrule/contract/json-schema/values/null-as-absent.ts";

const text = { type: "string" };
const schema = {
  type: "object",
  properties: {
    id: text,
    limit: { type: "integer", minimum: 1 },
    choice: { enum: ["a", "b"] },
    nothing: { type: ["string", "null"] },
    either: { anyOf: [text, { type: "null" }] },
    any: {},
    inner: { type: "object", properties: { note: text, must: text }, required: ["must"], additionalProperties: false },
    lines: { type: "array", items: { $ref: "#/$defs/line" } },
    pair: { type: "array", prefixItems: [{ type: "object", properties: { a: text } }, text], items: false },
    map: { type: "object", additionalProperties: text },
    shape: {
      oneOf: [{ type: "object", properties: { r: { type: "number" } }, required: ["r"] }, { $ref: "#/$defs/square" }],
    },
  },
  $defs: {
    line: {
      type: "object",
      properties: { sku: text, more: { type: "array", items: { type: "object", properties: { sku: text } } } },
    },
    square: {
      type: "object",
      properties: { side: { type: "number" }, label: text },
      required: ["side"],
      additionalProperties: false,
    },
  },
  required: ["id"],
  additionalProperties: false,
};
const called = {
  validateInput: compileSchema(schema, "input"),
  validateOpenInput: compileSchema(openSchema(schema), "input"),
  withoutNulls: nullAsAbsent(schema),
  broken: null,
};

test("what its sender signed may have more members, at every level, and nothing else that is wrong", () => {
  const given = { id: "a", more: 1, inner: { must: "x", deep: { er: true } } };
  assert.deepEqual(
    acceptInput(called, given).issues?.map(({ path }) => path),
    ["input.inner.deep", "input.more"],
  );
  assert.deepEqual(acceptInput(called, given, undefined, true), { input: given, issues: null });
  assert.deepEqual(
    acceptInput(called, { ...given, id: 1 }, undefined, true).issues?.map(({ path }) => path),
    ["input.id"],
  );
});

for (const [title, given, input] of [
  ["an optional argument", { id: "1", limit: null, choice: null }, { id: "1" }],
  [
    "where null is allowed, and stays",
    { id: "1", nothing: null, either: null, any: null, limit: null },
    { id: "1", nothing: null, either: null, any: null },
  ],
  ["inside an object", { id: "1", inner: { must: "x", note: null } }, { id: "1", inner: { must: "x" } }],
  ["inside a list", { id: "1", lines: [{ sku: null, more: [{ sku: null }] }] }, { id: "1", lines: [{ more: [{}] }] }],
  ["inside a tuple", { id: "1", pair: [{ a: null }, "x"] }, { id: "1", pair: [{}, "x"] }],
  ["inside alternatives", { id: "1", shape: { side: 1, label: null } }, { id: "1", shape: { side: 1 } }],
] as const) {
  test(`null counts as left out: ${title}`, () => {
    const before = structuredClone(given);
    assert.deepEqual(acceptInput(called, given), { input, issues: null });
    assert.deepEqual(given, before);
  });
}

for (const [title, given, path] of [
  ["a required argument", { id: null }, "input.id"],
  ["a required argument inside", { id: "1", inner: { must: null } }, "input.inner.must"],
  ["a value of a map", { id: "1", map: { x: null } }, "input.map.x"],
  ["an item of a list", { id: "1", lines: [null] }, "input.lines.0"],
  ["an argument that is not known", { id: "1", other: null }, "input.other"],
  ["beside something else that is wrong, of which alone is told", { id: 1, limit: null }, "input.id"],
] as const) {
  test(`null is wrong for ${title}`, () => {
    assert.deepEqual(
      acceptInput(called, given).issues?.map((issue) => issue.path),
      [path],
    );
  });
}

test("an input that fits is handed on as it is, and hostile ones end", () => {
  const given = { id: "1", nothing: null };
  assert.equal(acceptInput(called, given).input, given);
  const line = { type: "object", properties: { sku: text, more: { type: "array", items: { $ref: "#" } } } };
  const withoutNulls = nullAsAbsent(line);
  assert.deepEqual(withoutNulls({ sku: null, more: [{ sku: null, more: [{}] }] }), { more: [{ more: [{}] }] });
  let deep: Record<string, unknown> = { sku: 1 };
  for (let level = 0; level < 5_000; level += 1) deep = { more: [deep] };
  assert.equal(withoutNulls(deep), deep);
  const wide = {
    type: "object",
    anyOf: Array.from({ length: 5_000 }, (_, at) => ({ properties: { [`p${at}`]: text } })),
  };
  assert.equal(typeof nullAsAbsent(wide)({ p1: null }), "object");
  const own = JSON.parse('{"id":"1","limit":null,"inner":{"must":"x","note":null}}') as object;
  assert.deepEqual(acceptInput(called, own).issues, null);
});
