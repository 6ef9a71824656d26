import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentRows, typeText } from "./argument-rows.ts";

test("tells each argument's type, whether it must be given, and its limits", () => {
  const rows = argumentRows({
    type: "object",
    $defs: { Kind: { enum: ["card", "bank"], description: "How." } },
    properties: {
      kind: { $ref: "#/$defs/Kind" },
      limit: { type: "integer", minimum: 1, maximum: 20, default: 5 },
      tags: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] }, minItems: 1 },
    },
    required: ["kind"],
  });
  assert.deepEqual(rows, [
    { name: "kind", type: '"card" | "bank"', required: true, description: "How.", limits: [] },
    { name: "limit", type: "integer", required: false, description: "", limits: ["1 to 20", "default 5"] },
    { name: "tags", type: "(string | null)[]", required: false, description: "", limits: ["at least 1 item"] },
  ]);
});

test("ends where a type contains itself", () => {
  const schema = { $defs: { A: { type: "array", items: { $ref: "#/$defs/A" } } }, $ref: "#/$defs/A" };
  assert.match(typeText(schema, schema), /^any(?:\[\])+$/);
});
