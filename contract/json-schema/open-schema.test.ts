import assert from "node:assert/strict";
import { test } from "node:test";
import { openSchema } from "./open-schema.ts";

test("objects are open at every level, and what is under not and if stays", () => {
  const closed = { type: "object", additionalProperties: false };
  const open = { type: "object" };
  const around = (inner: object) => ({
    ...inner,
    properties: {
      additionalProperties: inner,
      list: { items: inner, prefixItems: [inner] },
      map: { additionalProperties: inner },
    },
    anyOf: [inner, { unevaluatedProperties: inner }],
    $defs: { a: { allOf: [inner] } },
    not: closed,
    if: closed,
    else: inner,
  });
  assert.deepEqual(openSchema(around(closed)), around(open));
  assert.deepEqual(openSchema({ unevaluatedProperties: false, const: closed }), { const: closed });
});
