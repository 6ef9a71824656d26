import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import { sampleOfPattern } from "./sample-of-pattern.ts";
import { sampleOfSchema, type Schema } from "./sample-of-schema.ts";

test("prefers what the author said, and leaves out what is optional and unsaid", () => {
  const schema: Schema = {
    type: "object",
    properties: {
      orderId: { type: "string", pattern: "^[A-Z]-[0-9]{4}$", examples: ["A-1001"] },
      limit: { type: "integer", minimum: 1, default: 5 },
      note: { type: "string" },
    },
    required: ["orderId"],
  };
  assert.deepEqual(sampleOfSchema(schema), { orderId: "A-1001", limit: 5 });
});

const schemas: Record<string, Schema> = {
  "bounds of numbers": {
    type: "object",
    properties: {
      a: { type: "integer", minimum: 7 },
      b: { type: "number", exclusiveMinimum: 2, maximum: 3 },
      c: { type: "integer", multipleOf: 5, minimum: 12 },
      d: { type: "integer", maximum: -4 },
    },
    required: ["a", "b", "c", "d"],
  },
  "lengths, formats and patterns of text": {
    type: "object",
    properties: {
      long: { type: "string", minLength: 30 },
      short: { type: "string", maxLength: 3 },
      at: { type: "string", format: "date-time" },
      mail: { type: "string", format: "email" },
      code: { type: "string", pattern: String.raw`^[a-z]{2}-\d+\.x?$` },
    },
    required: ["long", "short", "at", "mail", "code"],
  },
  "lists, choices, references and unions": {
    type: "object",
    $defs: {
      Line: {
        type: "object",
        properties: { sku: { type: "string" }, next: { $ref: "#/$defs/Line" } },
        required: ["sku"],
      },
    },
    properties: {
      lines: { type: "array", minItems: 2, items: { $ref: "#/$defs/Line" } },
      kind: { enum: ["card", "bank"] },
      pay: { anyOf: [{ type: "object", properties: { t: { const: "a" } }, required: ["t"] }, { type: "string" }] },
      maybe: { type: ["string", "null"] },
    },
    required: ["lines", "kind", "pay", "maybe"],
  },
};
for (const [title, schema] of Object.entries(schemas)) {
  test(`allows itself: ${title}`, () => {
    const sample = sampleOfSchema(schema);
    assert.deepEqual(prepareFindIssues(schema, 100)(sample, "sample"), [], JSON.stringify(sample));
  });
}

test("ends where a type contains itself", () => {
  const schema: Schema = {
    $defs: { Node: { type: "object", properties: { child: { $ref: "#/$defs/Node" } }, required: ["child"] } },
    $ref: "#/$defs/Node",
  };
  assert.ok(JSON.stringify(sampleOfSchema(schema)).length < 200);
});

test("gives up on a pattern that it does not understand", () => {
  assert.equal(sampleOfPattern("^(?:a|b)+$"), null);
  assert.equal(sampleOfPattern("^[A-Z]{3}$"), "AAA");
  assert.equal(sampleOfPattern("["), null);
});
