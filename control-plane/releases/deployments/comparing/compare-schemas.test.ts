import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { compareSchemas } from "./compare-schemas.ts";

const object = (properties: object, required: string[] = [], more: object = {}): JsonSchema => ({
  type: "object",
  properties,
  required,
  ...more,
});
const input = (before: object, after: object) => compareSchemas("input", object({ a: before }), object({ a: after }));
const output = (before: object, after: object) => compareSchemas("output", object({ a: before }), object({ a: after }));

const tree = (leaf: object) => ({
  $ref: "#/$defs/Node",
  $defs: { Node: { type: "object", properties: { value: leaf, next: { $ref: "#/$defs/Node" } } } },
});

test("finds an argument newly required, at any depth", () => {
  const inner = (required: string[]) => object({ where: { type: "array", items: object({ city: {} }, required) } });
  assert.deepEqual(compareSchemas("input", inner([]), inner(["city"])), ["Argument `where[].city` is now required."]);
  assert.deepEqual(compareSchemas("input", object({}), object({ b: {} }, ["b"])), ["Argument `b` is now required."]);
  assert.deepEqual(compareSchemas("input", object({ b: {} }, ["b"]), object({ b: {} })), []);
});

test("finds an argument that is no longer accepted only where unknown ones are refused", () => {
  const closed = { additionalProperties: false };
  assert.deepEqual(compareSchemas("input", object({ b: {} }, [], closed), object({}, [], closed)), [
    "Argument `b` is no longer accepted.",
  ]);
  assert.deepEqual(compareSchemas("input", object({ b: {} }), object({})), []);
});

test("finds a type that was narrowed, and accepts one that was widened", () => {
  assert.deepEqual(input({ type: ["string", "null"] }, { type: "string" }), ["Argument `a` no longer takes null."]);
  assert.deepEqual(input({ anyOf: [{ type: "string" }, { type: "null" }] }, { type: "string" }), [
    "Argument `a` no longer takes null.",
  ]);
  assert.deepEqual(input({ type: "number" }, { type: "integer" }), ["Argument `a` no longer takes number."]);
  assert.deepEqual(input({}, { type: "string" }), ["Argument `a` now takes only string."]);
  assert.deepEqual(input({ type: "integer" }, { type: "number" }), []);
  assert.deepEqual(input({ type: "string" }, { type: ["string", "null"] }), []);
});

test("finds values, bounds and patterns that were narrowed", () => {
  assert.deepEqual(input({ enum: ["x", "y"] }, { enum: ["x"] }), ['Argument `a` no longer takes "y".']);
  assert.deepEqual(input({ type: "string" }, { type: "string", enum: ["x"] }), ['Argument `a` now takes only "x".']);
  assert.deepEqual(input({ enum: ["x"] }, { enum: ["x", "y"] }), []);
  assert.deepEqual(input({ type: "number", maximum: 50 }, { type: "number", maximum: 10, minimum: 1 }), [
    "Argument `a` must now have minimum 1, maximum 10.",
  ]);
  assert.deepEqual(input({ type: "number", maximum: 10 }, { type: "number", maximum: 50 }), []);
  assert.deepEqual(input({ type: "string" }, { type: "string", pattern: "^a" }), [
    "Argument `a` must match the pattern ^a now.",
  ]);
});

test("finds an output field that is gone, may be missing or may have another type", () => {
  assert.deepEqual(compareSchemas("output", object({ a: {}, b: {} }, ["a"]), object({ a: {} })), [
    "Output field `a` may be missing now.",
    "Output field `b` is removed.",
  ]);
  assert.deepEqual(output({ type: "string" }, { type: ["string", "null"] }), ["Output field `a` may be null now."]);
  assert.deepEqual(output({ type: ["string", "null"] }, { type: "string" }), []);
  assert.deepEqual(compareSchemas("output", object({}), object({ b: {} }, ["b"])), []);
});

test("follows references, also those that lead back to themselves", () => {
  const sentences = compareSchemas("input", tree({ type: ["string", "null"] }), tree({ type: "string" }));
  assert.equal(sentences[0], "Argument `value` no longer takes null.");
  assert.ok(sentences.length < 50);
  assert.deepEqual(compareSchemas("input", { $ref: "#" }, { $ref: "#" }), []);
});
