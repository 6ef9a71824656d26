import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { dataType } from "@ferrule/contract/data-type.ts";

describe("the type of a record's data", () => {
  const object = (properties: object, more: object = {}): Record<string, never> =>
    ({ type: "object", properties, ...more }) as never;
  const closed = { additionalProperties: false };

  test("says what the schema says, and no more", () => {
    for (const [schema, type] of [
      [
        object({ n: { type: "integer" }, "a-b": {} }, { required: ["n"], ...closed }),
        '{ "n": number; "a-b"?: unknown; }',
      ],
      [object({ n: { type: "number" } }), '{ "n"?: number; [name: string]: unknown; }'],
      [object({}, closed), "Record<string, never>"],
      [{ type: "object", additionalProperties: { type: "boolean" } }, "Record<string, boolean>"],
      [object({ s: { enum: ["a", 'b"', null, 1] } }, closed), '{ "s"?: ("a") | ("b\\"") | (null) | (1); }'],
      [object({ s: { type: ["string", "null"] } }, closed), '{ "s"?: (string) | (null); }'],
      [object({ l: { type: "array", items: { const: true } } }, closed), '{ "l"?: (true)[]; }'],
      [
        object({ l: { type: "array", prefixItems: [{ type: "string" }], items: false } }, closed),
        '{ "l"?: [(string)?]; }',
      ],
      [object({ x: { anyOf: [{ type: "string" }, { type: "number" }] } }, closed), '{ "x"?: (string) | (number); }'],
      [object({ x: { $ref: "#/$defs/x" } }, { $defs: { x: { type: "null" } }, ...closed }), '{ "x"?: null; }'],
    ] as const) {
      assert.equal(dataType(schema), type);
    }
  });

  test("of a schema that refers to itself comes to an end", () => {
    assert.match(dataType(object({ child: { $ref: "#" } })), /^\{ "child"\?: .*unknown/);
  });

  test("is among the Project's types by the newest version, and no other Project's", async () => {
    await using plane = await startTestControlPlane();
    const { client, request } = await plane.session("developer");
    const other = await plane.session("developer", (await plane.createProject()).id);
    const schema = object({ total: { type: "number" } }, { required: ["total"], ...closed });
    const { id: collectionId } = await client.createDataCollection({ body: { name: "orders", schema } });
    await other.client.createDataCollection({ body: { name: "foreign", schema } });
    const types = async () => (await request("/api/functions/types")).text;
    const first = await types();
    assert.match(first, /interface ProjectCollections \{[^}]*"orders": \{ "total": number; \};/);
    assert.doesNotMatch(first, /foreign/);
    const newer = object({ total: { type: "number" }, paid: { type: "boolean" } }, { required: ["total"], ...closed });
    await client.createDataCollectionVersion({ params: { collectionId }, body: { schema: newer } });
    assert.match(await types(), /"orders": \{ "total": number; "paid"\?: boolean; \};/);
  });
});
