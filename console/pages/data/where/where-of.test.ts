import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, pathsOf } from "../schema/schema-fields.ts";
import { orderOf, typedValue, whereOf } from "./where-of.ts";

test("conditions of different fields and operators are one query, the same twice are both held to", () => {
  assert.equal(whereOf([]), undefined);
  assert.deepEqual(
    whereOf([
      { field: "total", operator: "gte", value: 1 },
      { field: "total", operator: "lt", value: 9 },
      { field: "status", operator: "eq", value: "open" },
    ]),
    { total: { gte: 1, lt: 9 }, status: { eq: "open" } },
  );
  assert.deepEqual(
    whereOf([
      { field: "tags", operator: "contains", value: "a" },
      { field: "tags", operator: "contains", value: "b" },
    ]),
    { and: [{ tags: { contains: "a" } }, { tags: { contains: "b" } }] },
  );
});

test("what is typed becomes what the field holds", () => {
  assert.equal(typedValue("12", "integer"), 12);
  assert.equal(typedValue("12", "string"), "12");
  assert.equal(typedValue("true", "boolean"), true);
  assert.equal(typedValue("null", "number"), null);
  assert.equal(typedValue("twelve", "number"), "twelve");
});

test("orders by a field, downwards with a minus", () => {
  assert.deepEqual(orderOf("-total"), [{ field: "total", direction: "desc" }]);
  assert.deepEqual(orderOf("customer.city"), [{ field: "customer.city", direction: "asc" }]);
  assert.deepEqual(orderOf(undefined), []);
});

test("reads columns and the fields within them from a schema", () => {
  const schema = {
    type: "object",
    properties: {
      number: { type: "string" },
      total: { type: ["number", "null"] },
      customer: { type: "object", properties: { city: { type: "string" } } },
    },
    required: ["number"],
  };
  assert.deepEqual(
    columnsOf(schema).map(({ path, type, required }) => [path, type, required]),
    [
      ["number", "string", true],
      ["total", "number", false],
      ["customer", "object", false],
    ],
  );
  assert.deepEqual(
    pathsOf(schema).map(({ path }) => path),
    ["number", "total", "customer", "customer.city"],
  );
});
