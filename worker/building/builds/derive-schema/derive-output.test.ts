import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileForTest } from "../compile-for-test.ts";

const context = 'import type { Context, McpContext, HttpContext } from "ferrule";\n';

/** Title, the handler, and the schema derived from its result. */
const outputs: [title: string, handler: string, schema: unknown][] = [
  [
    "what is not null, which may be a text as well as an object",
    "function f(input: { a: unknown }) { return { a: input.a ?? null }; }",
    { type: "object", properties: { a: {} }, required: ["a"] },
  ],
  [
    "an object literal, open",
    "() => ({ a: 1, b: ['x'] })",
    {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "array", items: { type: "string" } } },
      required: ["a", "b"],
    },
  ],
  [
    "a promise's value",
    "async () => ({ a: true })",
    { type: "object", properties: { a: { type: "boolean" } }, required: ["a"] },
  ],
  ["a string", "async () => 'x' as string", { type: "string" }],
  ["an array at the root", "() => [1, 2]", { type: "array", items: { type: "number" } }],
  [
    "an object or null",
    "(): { a: string } | null => null",
    { anyOf: [{ type: "object", properties: { a: { type: "string" } }, required: ["a"] }, { type: "null" }] },
  ],
  [
    "a Date as JSON writes it",
    "() => ({ at: new Date() })",
    { type: "object", properties: { at: { type: "string", format: "date-time" } }, required: ["at"] },
  ],
  [
    "a URL as JSON writes it",
    "() => ({ at: new URL('https://a.example') })",
    { type: "object", properties: { at: { type: "string" } }, required: ["at"] },
  ],
  [
    "what toJSON gives",
    "() => ({ m: { secret: 1, toJSON: () => ({ shown: 'x' }) } })",
    {
      type: "object",
      properties: { m: { type: "object", properties: { shown: { type: "string" } }, required: ["shown"] } },
      required: ["m"],
    },
  ],
  [
    "no functions and symbols",
    "() => ({ a: 1, f() {}, s: Symbol('s') })",
    { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  ],
  [
    "undefined is a missing property",
    "(): { a: string | undefined } => ({ a: undefined })",
    { type: "object", properties: { a: { type: "string" } } },
  ],
  [
    "undefined in an array is null",
    "(): (string | undefined)[] => []",
    { type: "array", items: { type: ["string", "null"] } },
  ],
  [
    "no private members",
    "() => new (class A { a = 1; private b = 2; #c = 3; d() { return this.b + this.#c; } })()",
    { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
  ],
  [
    "accessors of an object literal, which it owns",
    "() => ({ get b() { return 2; }, set c(_: number) {} })",
    { type: "object", properties: { b: { type: "number" } }, required: ["b"] },
  ],
  [
    "what toJSON of a class gives of its accessors",
    "() => new (class A { get b() { return 2; } toJSON() { return { b: this.b }; } })()",
    { type: "object", properties: { b: { type: "number" } }, required: ["b"] },
  ],
  [
    "nothing that a class has from one of the language",
    "() => new (class A extends Error { kind = 'x'; })()",
    { type: "object", properties: { kind: { type: "string" } }, required: ["kind"] },
  ],
  [
    "alternatives of two returns",
    "(input: { n: number }) => { if (input.n > 1) return { ok: true as const, n: 1 }; return { ok: false as const, why: 'x' }; }",
    {
      anyOf: [
        {
          type: "object",
          properties: { ok: { type: "boolean", const: true }, n: { type: "number" } },
          required: ["ok", "n"],
        },
        {
          type: "object",
          properties: { ok: { type: "boolean", const: false }, why: { type: "string" } },
          required: ["ok", "why"],
        },
      ],
    },
  ],
  ["nothing", "() => {}", null],
  ["any", "async () => JSON.parse('1')", null],
  ["maybe nothing", "(input: { n: number }) => { if (input.n > 1) return { a: 1 }; return undefined; }", null],
  ["MCP content", "(input: {}, ctx: McpContext) => ctx.mcp.content([{ type: 'text', text: 'x' }])", null],
  ["a Response", "() => new Response('x')", null],
  ["a Blob or a value", "(input: { n: number }) => (input.n > 1 ? new Blob([]) : { a: 1 })", null],
  ["a File", "async () => new File([], 'x')", null],
  ["an HTTP answer", "(input: {}, ctx: HttpContext) => ctx.http.respond({ status: 204 })", null],
];

describe("the output schema derived from what a handler returns", () => {
  for (const [title, handler, schema] of outputs) {
    test(title, () => {
      const { derived, diagnostics } = compileForTest(`${context}export default ${handler};`);
      assert.deepEqual(diagnostics, []);
      assert.deepEqual(derived.outputSchema, schema);
    });
  }
  test("refuses a bigint, on which JSON.stringify throws", () => {
    const { diagnostics } = compileForTest("export default () => ({ a: 1n });");
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => [code, severity]),
      [["SCHEMA_UNSUPPORTED", "error"]],
    );
  });
  test("has no schema for bytes, which a resource returns as they are", () => {
    for (const type of ["Uint8Array", "ArrayBuffer", "Promise<Uint8Array>", "Uint8Array | null"]) {
      const source = `export default (): ${type} => new TextEncoder().encode("x")${type === "ArrayBuffer" ? ".buffer" : ""} as never;`;
      const { derived, diagnostics } = compileForTest(source);
      assert.deepEqual([derived.outputSchema, diagnostics], [null, []], type);
    }
    const [warning] = compileForTest("export default () => ({ bytes: new Uint8Array(1) });").diagnostics;
    assert.match(warning?.message ?? "", /Return `bytes\.toBase64\(\)`/);
  });

  test("warns of a Map, which JSON writes as {}", () => {
    const { derived, diagnostics } = compileForTest("export default () => ({ m: new Map<string, number>() });");
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => [code, severity]),
      [["SCHEMA_UNSUPPORTED", "warning"]],
    );
    assert.match(diagnostics[0]?.message ?? "", /Object\.fromEntries/);
    assert.deepEqual(derived.outputSchema, { type: "object", properties: { m: {} }, required: ["m"] });
  });
  test("a record read from a collection has a schema", () => {
    const source = `${context}export default async (input: { id: string }, ctx: Context) => {
      const found = await ctx.collection<{ name: string }>("people").get(input.id);
      return found ?? { missing: true as const };
    };`;
    const permissions = {
      secrets: [],
      hosts: [],
      collections: [{ name: "people", access: "read" as const }],
      cache: false,
    };
    const { derived, diagnostics } = compileForTest(source, { permissions });
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(JSON.stringify(derived.outputSchema).match(/revision/g)?.length, 2);
    assert.match(JSON.stringify(derived.outputSchema), /"description":"Increases with every change;/);
  });
});

describe("the description", () => {
  const described: [title: string, source: string, description: string][] = [
    ["of a function", "/** Says hello. And more. */\nexport default function hello() {}", "Says hello. And more."],
    [
      "whole, to the end of its first paragraph",
      "/**\n * Says hello, e.g. to Dr. Who.\n * Use it first.\n *\n * Not this.\n */\nexport default () => {};",
      "Says hello, e.g. to Dr. Who. Use it first.",
    ],
    ["of an arrow function", "/** Says hello! */\nexport default async () => {};", "Says hello!"],
    [
      "of a constant exported later",
      "/** Says hello,\n * twice.\n * @deprecated */\nconst hello = () => {};\nexport default hello;",
      "Says hello, twice.",
    ],
    [
      "of a function exported by name",
      "/** Says hello */\nfunction hello() {}\nexport { hello as default };",
      "Says hello",
    ],
    ["is empty without a comment", "export default () => {};", ""],
  ];
  for (const [title, source, description] of described) {
    test(title, () => assert.equal(compileForTest(source).derived.description, description));
  }
});

test("an accessor of a class in a result is told to its author", () => {
  const source =
    "class A { get full() { return 'x'; } set only(_: number) {} plain = 1; accessor auto = 4; }\nexport default () => ({ list: [new A()] });";
  const { diagnostics, derived } = compileForTest(source);
  const items = { type: "object", properties: { plain: { type: "number" } }, required: ["plain"] };
  const list = { type: "array", items };
  assert.deepEqual(derived.outputSchema, { type: "object", properties: { list }, required: ["list"] });
  assert.deepEqual(
    diagnostics.map(({ code, severity, line, column }) => [code, severity, line, column]),
    [
      ["SCHEMA_ACCESSOR", "warning", 1, 11],
      ["SCHEMA_ACCESSOR", "warning", 1, 72],
    ],
  );
  assert.match(diagnostics[0]!.message, /`full`.*toJSON/);
});

describe("a handler that returns an iterator is refused", () => {
  for (const handler of [
    "async function* f() { yield 1; }",
    "function* f() { yield 1; }",
    "async () => new Map([[1, 2]]).values()",
    "(): AsyncIterable<string> | null => null",
  ])
    test(handler, () => {
      const { diagnostics } = compileForTest(`export default ${handler}`);
      assert.deepEqual(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [["HANDLER_GENERATOR", "error"]],
      );
      assert.match(diagnostics[0]!.message, /Array\.fromAsync.*ctx\.http\.events/);
    });
  test("inside a result it is warned of", () => {
    const { diagnostics } = compileForTest("export default () => ({ a: [1].values() });");
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => [code, severity]),
      [["SCHEMA_UNSUPPORTED", "warning"]],
    );
  });
});
