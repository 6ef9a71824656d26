import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisons, conditionOf, isOfSize, schemaOf } from "./comparison.ts";

test("every comparison is found again in its schema", () => {
  for (const comparison of comparisons) {
    const condition = { property: "amount", comparison, value: 500 };
    assert.deepEqual(conditionOf(schemaOf(condition)), condition);
    if (isOfSize(comparison)) continue;
    for (const value of ["EUR", "", true, -1.5])
      assert.deepEqual(conditionOf(schemaOf({ ...condition, value })), { ...condition, value });
  }
});

test("the schema of the documentation, amount over 500, is a comparison", () => {
  const when = { type: "object", properties: { amount: { exclusiveMinimum: 500 } }, required: ["amount"] };
  assert.deepEqual(conditionOf(when), { property: "amount", comparison: "over", value: 500 });
});

test("a schema that says more, or something else, is not a comparison", () => {
  const amount = { exclusiveMinimum: 500 };
  const whole = { type: "object", properties: { amount }, required: ["amount"] };
  const others = [
    {},
    { ...whole, additionalProperties: false },
    { ...whole, required: [] },
    { ...whole, required: ["amount", "currency"] },
    { ...whole, required: "amount" },
    { ...whole, type: ["object"] },
    { ...whole, properties: { amount, currency: {} } },
    { ...whole, properties: { amount: { ...amount, type: "number" } } },
    { ...whole, properties: { amount: true } },
    { ...whole, properties: { amount: { exclusiveMinimum: "500" } } },
    { ...whole, properties: { amount: { const: null } } },
    { ...whole, properties: { amount: { const: { deep: 1 } } } },
    { ...whole, properties: { amount: { not: { const: [] } } } },
    { ...whole, properties: { amount: { not: { minimum: 1 } } } },
    { properties: { amount }, required: ["amount"] },
  ];
  for (const schema of others) assert.equal(conditionOf(schema), null, JSON.stringify(schema));
});
