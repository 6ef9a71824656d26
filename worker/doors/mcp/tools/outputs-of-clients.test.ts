import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { z } from "zod";
import { keyValue } from "../../../testing/deployed.ts";
import type { Behaviour } from "../../../testing/stand-in.ts";
import { internalToken, startTestWorker, type TestWorker } from "../../../testing/test-worker.ts";

const requestInit = { headers: { "x-api-key": keyValue, "x-internal-token": internalToken } };
const info = { name: "official", version: "1.0.0" };
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: "object", properties, ...more });
const pair = { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] };
const node = { type: "object", properties: { next: { $ref: "#/$defs/Node" } } };

/** A Function's value by its output schema, and whether clients from before 2026-07-28 get it in `result`. */
const outputs: Record<string, [schema: JsonSchema | null, value: unknown, isWrapped?: true]> = {
  "a closed tuple": [object({ a: { ...pair, items: false, minItems: 2 } }), { a: ["x", 1] }],
  "a tuple with a rest": [object({ a: { ...pair, items: { type: "boolean" } } }), { a: ["x", 1, true] }],
  "an anchor": [
    object({ a: { $ref: "#street" } }, { $defs: { Street: { $anchor: "street", type: "string" } } }),
    { a: "x" },
  ],
  "an identifier": [object({ a: { type: "string" } }, { $id: "https://example.com/a" }), { a: "x" }],
  "the same identifier": [object({ b: { type: "number" } }, { $id: "https://example.com/a" }), { b: 1 }],
  "a dialect": [object({}, { $schema: "https://json-schema.org/draft/2020-12/schema" }), {}],
  "keywords that are ajv's own": [object({ a: { nullable: true } }, { id: "x", $async: true }), { a: null }],
  "properties that may be anything": [object({ a: true }), { a: 1 }],
  "a name that every object has": [object({ constructor: { type: "string" } }, { additionalProperties: false }), {}],
  "a decimal fraction": [object({ a: { type: "number", multipleOf: 0.01 } }), { a: 19.99 }],
  "what depends on a condition": [
    object({}, { if: { not: { required: ["b"] } }, else: { required: ["a"] } }),
    { a: 1 },
  ],
  "what depends on a condition that nothing fits": [
    object({}, { if: { not: true, anyOf: [{ properties: { a: true } }] }, else: { required: ["a"] } }),
    { a: 1 },
  ],
  "different items, of which two are empty": [object({ a: { type: "array", uniqueItems: true } }), { a: [[], {}] }],
  "another constant that is empty": [object({ a: { not: { const: [] } } }), { a: {} }],
  "not everything": [object({ a: { not: { type: "number" } } }), { a: "x" }],
  "an optional occurrence": [object({ a: { contains: { const: 1 }, minContains: 0, maxContains: 1 } }), { a: [] }],
  "alternatives that are all objects": [{ anyOf: [object({ a: { const: 1 } }), object({ b: true })] }, { a: 1 }],
  "a reference to an object": [{ $ref: "#/$defs/Node", $defs: { Node: node } }, { next: { next: {} } }],
  "an object or null": [{ anyOf: [object({ a: true }), { type: "null" }] }, { a: 1 }, true],
  "null of an object or null": [{ anyOf: [object({ a: true }), { type: "null" }] }, null, true],
  "a list of what contains itself": [
    { type: "array", items: { $ref: "#/$defs/Node" }, $defs: { Node: node } },
    [{ next: {} }],
    true,
  ],
  "a list that contains itself": [{ type: "array", items: { $ref: "#" } }, [[], [[]]], true],
  "a reference into a list": [
    { type: "array", prefixItems: [{ type: "number" }, { $ref: "#/prefixItems/0" }] },
    [1, 2],
    true,
  ],
  "a text": [{ type: "string" }, "5", true],
  "a number of no schema": [null, 5, true],
  "a text of no schema": [null, "[1]", true],
  nothing: [null, null, true],
  "an object of no schema": [null, { a: 1 }],
};
const entries = Object.entries(outputs).map(([title, output], at) => ({ title, output, name: `t${at}` }));

describe("clients list tools, and take results, whose output is", () => {
  let worker: TestWorker;
  const legacy = new LegacyClient(info);
  const modern = new ModernClient(info, { versionNegotiation: { mode: "auto" } });
  /** The list that the last client received. */
  let listed = new Map<string, object | undefined>();
  const early = new ModernClient(info, { versionNegotiation: { mode: "legacy" } });
  before(async () => {
    const functions = entries.map(({ name, output: [outputSchema] }) => ({ name, code: name, outputSchema }));
    const behaviours: Record<string, Behaviour> = Object.fromEntries(
      entries.map(({ name, output: [, value] }) => [name, () => value]),
    );
    worker = await startTestWorker({ functions, behaviours });
    await legacy.connect(new LegacyTransport(new URL(worker.mcpUrl), { requestInit }));
    await modern.connect(new ModernTransport(new URL(worker.mcpUrl), { requestInit }));
    await early.connect(new ModernTransport(new URL(worker.mcpUrl), { requestInit }));
    for (const client of [modern, legacy, early]) {
      const { tools } = await client.listTools();
      assert.equal(tools.length, entries.length);
      listed = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
    }
  });
  after(async () => {
    for (const client of [legacy, modern, early]) await client.close();
    await worker[Symbol.asyncDispose]();
  });
  for (const { title, output, name } of entries) {
    test(title, async () => {
      const [schema, value, isWrapped] = output;
      const expected = isWrapped ? { result: value } : value;
      const text = [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }];
      for (const client of [legacy, early]) {
        const { structuredContent, content } = await client.callTool({ name, arguments: {} });
        assert.deepEqual([structuredContent, content], [expected, text]);
      }
      const said = listed.get(name) ?? {};
      // Zod follows references to definitions, but not into them.
      if (!/#\/\$defs\/\w+\//.test(JSON.stringify(said))) {
        assert.deepEqual(z.fromJSONSchema(said as never).safeParse(expected), { success: true, data: expected });
      }
      const { structuredContent } = await modern.callTool({ name, arguments: {} });
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      assert.deepEqual(structuredContent, schema !== null || isObject ? value : undefined);
    });
  }
});
