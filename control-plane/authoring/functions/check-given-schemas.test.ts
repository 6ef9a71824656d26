import assert from "node:assert/strict";
import { test } from "node:test";
import { PublicError } from "@ferrule/contract/errors.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";

function problems(schemas: Parameters<typeof checkGivenSchemas>[0]): string[] {
  try {
    checkGivenSchemas(schemas);
    return [];
  } catch (error) {
    assert.ok(error instanceof PublicError && error.code === "VALIDATION_ERROR", String(error));
    const issues = error.details?.["issues"] as { path: string }[];
    return issues.map(({ path }) => path);
  }
}

test("accepts schemas of JSON Schema 2020-12 with references into themselves", () => {
  const inputSchema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      order: { $ref: "#/$defs/order" },
      either: { anyOf: [{ type: "string" }, { type: "null" }] },
      $ref: { type: "string" },
    },
    required: ["order"],
    $defs: { order: { type: "string", pattern: "^A-", default: { $ref: "https://example.com/data-not-a-reference" } } },
  };
  assert.deepEqual(problems({ inputSchema, outputSchema: { anyOf: [{ type: "string" }, { type: "null" }] } }), []);
  assert.deepEqual(problems({ inputSchema: null }), []);
});

test("names the place that is no JSON Schema", () => {
  const inputSchema = { type: "object", properties: { size: { type: "big" } } };
  assert.deepEqual(problems({ inputSchema }), ["body.inputSchema.properties.size.type"]);
  assert.deepEqual(problems({ outputSchema: { required: "name" } }), ["body.outputSchema.required"]);
});

test("refuses an input whose root is no object; a choice at the root of one is left to the build's warning", () => {
  assert.deepEqual(problems({ inputSchema: {} }), ["body.inputSchema.type"]);
  assert.deepEqual(problems({ inputSchema: { type: ["object", "null"] } }), ["body.inputSchema.type"]);
  const choice = { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] };
  assert.deepEqual(problems({ inputSchema: choice }), []);
});

test("refuses references to anything outside, wherever a schema may stand", () => {
  const remote = { $ref: "https://example.com/schema.json" };
  const inputSchema = { type: "object", properties: { list: { type: "array", items: { allOf: [remote] } } } };
  assert.deepEqual(problems({ inputSchema }), ["body.inputSchema.properties.list.items.allOf.0.$ref"]);
  assert.deepEqual(problems({ outputSchema: { $defs: { a: { $dynamicRef: "other.json#x" } } } }), [
    "body.outputSchema.$defs.a.$dynamicRef",
  ]);
});

test("refuses another dialect", () => {
  const inputSchema = { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
  assert.deepEqual(problems({ inputSchema }), ["body.inputSchema.$schema"]);
});
