import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { compileForTest } from "../compile-for-test.ts";

const object = (properties: Record<string, unknown>, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

test("a type that the context declares brings its descriptions", () => {
  const source = `import type { UploadedFile } from "ferrule";\nexport default (input: { file: UploadedFile }) => input.file.size;`;
  const { properties } = compileForTest(source).derived.inputSchema as { properties: { file: { properties: object } } };
  assert.deepEqual(Object.entries(properties.file.properties)[2], [
    "size",
    { type: "number", description: "In bytes." },
  ]);
});

test("what a sender of webhooks signs may have more members than the type names, at every level", () => {
  const declarations = `import type { HttpContext } from "ferrule";
    interface Input { event: { id: string; data: { object: { amount: number } }[] } }`;
  const source = (call: string) =>
    `${declarations}\nexport default async function run(input: Input, ctx: HttpContext) { ${call}; return input.event.id; }`;
  const verify = 'await ctx.http.verifySignature({ sender: "stripe", secret: "KEY" })';
  const open = (properties: Record<string, unknown>) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
  });
  const opened = open({
    event: open({
      id: { type: "string" },
      data: { type: "array", items: open({ object: open({ amount: { type: "number" } }) }) },
    }),
  });
  const permissions = { ...noPermissions, secrets: ["KEY"] };
  const rule = '({ sender: "stripe", secret: "KEY" })';
  const references = [
    verify,
    `const { http } = ctx; ${verify.replace("ctx.http", "http")}`,
    `await ctx.http["verifySignature"]${rule}`,
    `const name = "verifySignature"; await ctx.http[name]${rule}`,
    `const { verifySignature: check } = ctx.http; await check${rule}`,
    `const { verifySignature } = ctx.http; await verifySignature${rule}`,
    `const { http: { "verifySignature": check } } = ctx; await check${rule}`,
    `let check; ({ verifySignature: check } = ctx.http); await check${rule}`,
    `const verify = ctx.http.verifySignature; await verify${rule}`,
    `const verify = ctx.http?.verifySignature.bind(ctx.http); await verify?.${rule}`,
    `await [${rule} as const].map(ctx.http.verifySignature)[0]`,
  ];
  for (const call of references)
    assert.deepEqual(compileForTest(source(call), { permissions }).derived.inputSchema, opened, call);
  const others = [
    `/* ${verify} */`,
    "const own = { verifySignature: () => 1 }; own.verifySignature()",
    'const own = { verifySignature: () => 1 }; const { verifySignature: check } = own; check(); own["verifySignature"]()',
    'ctx.log.info("verifySignature")',
  ];
  for (const call of others) {
    const schema = compileForTest(source(call), { permissions }).derived.inputSchema;
    assert.equal(schema?.["additionalProperties"], false, call);
  }
  const plain = `/** @param {{ id: string }} input */
    export default async function run(input, ctx) { await ctx.http.verifySignature({ sender: "stripe", secret: "KEY" }); return input.id; }`;
  const call = /ctx\.http\.verifySignature/;
  for (const text of [
    plain,
    plain.replace(call, 'ctx.http["verifySignature"]'),
    plain.replace(call, "const { verifySignature: check } = ctx.http; await check").replace("await const", "const"),
  ]) {
    const untyped = compileForTest(text, { permissions }).derived.inputSchema;
    assert.deepEqual(untyped, open({ id: { type: "string" } }), text);
  }
});

function inputOf(declarations: string, parameter = "input: Input") {
  const { derived, diagnostics } = compileForTest(
    `${declarations}\nexport default function run(${parameter}) { return 1; }`,
  );
  assert.deepEqual(diagnostics, []);
  return derived.inputSchema;
}

/** Title, declarations, and the schema of the input's property `a` (or of all properties). */
const properties: [title: string, declarations: string, schema: unknown][] = [
  ["string", "interface Input { a: string }", { type: "string" }],
  ["number", "interface Input { a: number }", { type: "number" }],
  ["boolean", "interface Input { a: boolean }", { type: "boolean" }],
  ["null", "interface Input { a: null }", { type: "null" }],
  ["any", "interface Input { a: any }", {}],
  ["unknown", "interface Input { a: unknown }", {}],
  ["object without shape", "interface Input { a: object }", { type: "object" }],
  ["a string literal", 'interface Input { a: "x" }', { type: "string", const: "x" }],
  ["a number literal", "interface Input { a: 3 }", { type: "number", const: 3 }],
  ["true alone", "interface Input { a: true }", { type: "boolean", const: true }],
  ["string literals as an enum", 'interface Input { a: "x" | "y" }', { type: "string", enum: ["x", "y"] }],
  [
    "mixed literals",
    'interface Input { a: "x" | 2 | false }',
    { type: ["string", "number", "boolean"], enum: ["x", 2, false] },
  ],
  ["a nullable enum", 'interface Input { a: "x" | "y" | null }', { type: ["string", "null"], enum: ["x", "y", null] }],
  ["a nullable scalar", "interface Input { a: string | null }", { type: ["string", "null"] }],
  ["a nullable boolean", "interface Input { a: boolean | null }", { type: ["boolean", "null"] }],
  ["a union of scalars", "interface Input { a: string | number }", { type: ["string", "number"] }],
  [
    "a nullable object",
    "interface Input { a: { b: string } | null }",
    { anyOf: [object({ b: { type: "string" } }), { type: "null" }] },
  ],
  ["a string enum", 'enum E { A = "a", B = "b" } interface Input { a: E }', { type: "string", enum: ["a", "b"] }],
  ["a numeric enum", "enum E { A, B } interface Input { a: E }", { type: "number", enum: [0, 1] }],
  ["one member of an enum", 'enum E { A = "a", B = "b" } interface Input { a: E.B }', { type: "string", const: "b" }],
  ["an array", "interface Input { a: string[] }", { type: "array", items: { type: "string" } }],
  ["a readonly array", "interface Input { a: readonly number[] }", { type: "array", items: { type: "number" } }],
  ["an array of anything", "interface Input { a: unknown[] }", { type: "array" }],
  [
    "a tuple",
    "interface Input { a: [string, number?] }",
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 1, maxItems: 2 },
  ],
  [
    "a tuple with a rest",
    "interface Input { a: [string, ...number[]] }",
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" }, minItems: 1 },
  ],
  ["a nested object", "interface Input { a: { b: number } }", object({ b: { type: "number" } })],
  [
    "a record",
    "interface Input { a: Record<string, number> }",
    { type: "object", additionalProperties: { type: "number" } },
  ],
  [
    "a record of anything",
    "interface Input { a: Record<string, unknown> }",
    { type: "object", additionalProperties: true },
  ],
  [
    "an index signature beside properties",
    "interface Input { a: { b: string; [key: string]: string } }",
    {
      type: "object",
      properties: { b: { type: "string" } },
      required: ["b"],
      additionalProperties: { type: "string" },
    },
  ],
  [
    "a record of literal keys",
    'interface Input { a: Record<"x" | "y", number> }',
    object({ x: { type: "number" }, y: { type: "number" } }),
  ],
  [
    "a template-literal index",
    "interface Input { a: { [key: `x_${string}`]: number } }",
    { type: "object", patternProperties: { "^x_[\\s\\S]*$": { type: "number" } }, additionalProperties: false },
  ],
  [
    "an intersection",
    "interface Input { a: { b: string } & { c?: number } }",
    object({ b: { type: "string" }, c: { type: "number" } }, ["b"]),
  ],
  ["a branded string", 'type Id = string & { readonly brand: "id" }; interface Input { a: Id }', { type: "string" }],
  [
    "a suggestion list",
    'interface Input { a: "x" | (string & {}) }',
    { anyOf: [{ type: "string", const: "x" }, { type: "string" }] },
  ],
  [
    "a template literal",
    "interface Input { a: `user-${number}` }",
    { type: "string", pattern: "^user--?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?$" },
  ],
  ["an upper-case string", "interface Input { a: Uppercase<string> }", { type: "string" }],
  [
    "Pick",
    "interface A { b: string; c: number } interface Input { a: Pick<A, 'b'> }",
    object({ b: { type: "string" } }),
  ],
  [
    "Omit",
    "interface A { b: string; c: number } interface Input { a: Omit<A, 'b'> }",
    object({ c: { type: "number" } }),
  ],
  ["Partial", "interface A { b: string } interface Input { a: Partial<A> }", object({ b: { type: "string" } }, [])],
  ["Required", "interface A { b?: string } interface Input { a: Required<A> }", object({ b: { type: "string" } })],
  [
    "a generic",
    "interface Page<T> { items: T[] } interface Input { a: Page<boolean> }",
    object({ items: { type: "array", items: { type: "boolean" } } }),
  ],
  [
    "keyof",
    "interface A { b: string; c: number } interface Input { a: keyof A }",
    { type: "string", enum: ["b", "c"] },
  ],
  [
    "an indexed access",
    "interface A { b: 'p' | 'q' } interface Input { a: A['b'] }",
    { type: "string", enum: ["p", "q"] },
  ],
  [
    "a conditional",
    "type C<T> = T extends string ? number : boolean; interface Input { a: C<'x'> }",
    { type: "number" },
  ],
  [
    "a discriminated union, discriminator first",
    'interface Input { a: { r: number; kind: "circle" } | { kind: "square"; side: number } }',
    {
      anyOf: [
        object({ kind: { type: "string", const: "circle" }, r: { type: "number" } }),
        object({ kind: { type: "string", const: "square" }, side: { type: "number" } }),
      ],
    },
  ],
];

describe("the input schema derived from a property's type", () => {
  for (const [title, declarations, schema] of properties) {
    test(title, () => assert.deepEqual(inputOf(declarations), object({ a: schema })));
  }
});

/** Title, the property's declaration with its comment, and its schema. */
const documented: [title: string, property: string, schema: unknown][] = [
  [
    "first paragraph as description",
    "/** What it\n * is.\n *\n * More. */ a: string",
    { type: "string", description: "What it is." },
  ],
  ["bounds", "/** @minimum 1 @maximum 50 */ a: number", { type: "number", minimum: 1, maximum: 50 }],
  [
    "exclusive bounds",
    "/** @exclusiveMinimum 0 @exclusiveMaximum 1.5 */ a: number",
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1.5 },
  ],
  ["multipleOf", "/** @multipleOf 0.5 */ a: number", { type: "number", multipleOf: 0.5 }],
  ["integer", "/** @integer */ a: number", { type: "integer" }],
  ["lengths", "/** @minLength 1 @maxLength 9 */ a: string", { type: "string", minLength: 1, maxLength: 9 }],
  ["pattern", "/** @pattern ^[A-Z]{2}-\\d+$ */ a: string", { type: "string", pattern: "^[A-Z]{2}-\\d+$" }],
  ["format", "/** @format email */ a: string", { type: "string", format: "email" }],
  [
    "item counts",
    "/** @minItems 1 @maxItems 3 @uniqueItems */ a: string[]",
    { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3, uniqueItems: true },
  ],
  ["default of a number", "/** @default 10 */ a: number", { type: "number", default: 10 }],
  ["default of a bare word", "/** @default open */ a: string", { type: "string", default: "open" }],
  ["title", "/** @title Order number */ a: string", { type: "string", title: "Order number" }],
  ["example", '/** @example "A-1"\n * @example "A-2" */ a: string', { type: "string", examples: ["A-1", "A-2"] }],
  ["examples", '/** @examples ["a", "b"] */ a: string', { type: "string", examples: ["a", "b"] }],
  ["deprecated", "/** @deprecated */ a: string", { type: "string", deprecated: true }],
  ["sensitive", "/** @sensitive */ a: string", { type: "string", "x-sensitive": true }],
  ["writeOnly", "/** @writeOnly */ a: string", { type: "string", writeOnly: true }],
  [
    "additionalProperties",
    "/** @additionalProperties true */ a: { b: string }",
    { type: "object", properties: { b: { type: "string" } }, required: ["b"], additionalProperties: true },
  ],
  ["an unknown tag is left out", "/** @see elsewhere */ a: string", { type: "string" }],
];

describe("the input schema derived from a doc comment", () => {
  for (const [title, property, schema] of documented) {
    test(title, () => assert.deepEqual(inputOf(`interface Input {\n  ${property}\n}`), object({ a: schema })));
  }
  test("a type's comment where the property has none, an alias of a scalar included", () => {
    const declarations =
      "\n/** A mail address. @format email */ type Email = string; \n/** A point. */ interface P { x: number }";
    assert.deepEqual(
      inputOf(`${declarations} \ninterface Input {\n a: Email;\n /** Where. */ b: P; c: P }`),
      object({
        a: { type: "string", description: "A mail address.", format: "email" },
        b: { ...object({ x: { type: "number" } }), description: "Where." },
        c: { ...object({ x: { type: "number" } }), description: "A point." },
      }),
    );
  });
  test("a tag that cannot apply is left out with a warning", () => {
    const { derived, diagnostics } = compileForTest(
      "export default (input: {\n  /** @minLength 3 */ a: number }) => 1;",
    );
    assert.deepEqual(derived.inputSchema, object({ a: { type: "number" } }));
    assert.deepEqual(
      diagnostics.map(({ code, severity, line }) => [code, severity, line]),
      [["SCHEMA_TAG_INVALID", "warning", 2]],
    );
  });
});

describe("the root of the input", () => {
  const closed = { type: "object", additionalProperties: false };
  test("no parameter takes no arguments", () => assert.deepEqual(inputOf("", ""), closed));
  test("an empty type takes no arguments", () => assert.deepEqual(inputOf("", "input: {}"), closed));
  test("an empty interface takes no arguments", () => assert.deepEqual(inputOf("interface Input {}"), closed));
  test("plain JavaScript takes any object", () => assert.deepEqual(inputOf("", "_input"), { type: "object" }));
  test("destructured JavaScript says its names", () =>
    assert.deepEqual(inputOf("", "{ a, b = 1 }"), object({ a: {}, b: { type: "number" } }, ["a"])));
  test("a record stays open", () =>
    assert.deepEqual(inputOf("", "input: Record<string, string>"), {
      type: "object",
      additionalProperties: { type: "string" },
    }));
  test("an optional parameter is the object itself", () =>
    assert.deepEqual(inputOf("", "input?: { a: string }"), object({ a: { type: "string" } })));
  test("optional properties are not required", () =>
    assert.deepEqual(
      inputOf("interface Input { a?: string; b: number | undefined }"),
      object({ a: { type: "string" }, b: { type: "number" } }, []),
    ));
  test("a recursive type is a definition, its root still an object", () => {
    const node = object({ name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/Input" } } });
    assert.deepEqual(inputOf("interface Input { name: string; children: Input[] }"), {
      ...node,
      $defs: { Input: node },
    });
  });
  test("recursive JSON and mutual recursion refer to definitions", () => {
    const schema = inputOf(
      `type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
       interface A { b?: B } interface B { a: A }
       interface Input { json: Json; a: A }`,
    );
    assert.deepEqual(schema?.["$defs"], {
      Json: {
        anyOf: [
          { type: ["string", "number", "boolean", "null"] },
          { type: "array", items: { $ref: "#/$defs/Json" } },
          { type: "object", additionalProperties: { $ref: "#/$defs/Json" } },
        ],
      },
      A: object({ b: object({ a: { $ref: "#/$defs/A" } }) }, []),
    });
  });
  test("a recursive discriminated union is accepted", () => {
    const schema = inputOf(
      'type E = { op: "add"; left: E; right: E } | { op: "neg"; left: E } | { op: "n"; n: number }; interface Input { e: E }',
    );
    assert.deepEqual(Object.keys(schema?.["$defs"] ?? {}), ["E"]);
  });

  const refused: [title: string, parameter: string, code: string][] = [
    ["a string", "input: string", "SCHEMA_ROOT"],
    ["an array", "input: string[]", "SCHEMA_ROOT"],
    ["a union", "input: { a: 1 } | { b: 2 }", "SCHEMA_ROOT"],
    ["a nullable object", "input: { a: 1 } | null", "SCHEMA_ROOT"],
    ["a Date", "input: { at: Date }", "SCHEMA_UNSUPPORTED"],
    ["a bigint", "input: { a: bigint }", "SCHEMA_UNSUPPORTED"],
    ["a bigint literal", "input: { a: 1n | 2n }", "SCHEMA_UNSUPPORTED"],
    ["a Map", "input: { a: Map<string, string> }", "SCHEMA_UNSUPPORTED"],
    ["a function", "input: { a: () => void }", "SCHEMA_UNSUPPORTED"],
    ["a symbol", "input: { a: symbol }", "SCHEMA_UNSUPPORTED"],
    [
      "an endless type",
      "input: N<string>) { return 1; }\ninterface N<T> { next?: N<[T]> }\nfunction x(",
      "SCHEMA_TOO_COMPLEX",
    ],
    [
      "100,000 alternatives",
      "input: { a: `${D}${D}${D}${D}` }) { return 1; }\ntype D = 0|1|2|3|4|5|6|7|8|9;\nfunction x(",
      "SCHEMA_TOO_COMPLEX",
    ],
    [
      "an ambiguous recursion",
      "input: { a: E }) { return 1; }\ntype E = { l: E; x?: 1 } | { l: E; y?: 2 } | { z: 3 };\nfunction x(",
      "SCHEMA_TOO_COMPLEX",
    ],
  ];
  for (const [title, parameter, code] of refused) {
    test(`refuses ${title} with a fix`, () => {
      const { derived, diagnostics } = compileForTest(`export default function run(${parameter}) { return 1; }`);
      assert.deepEqual(
        diagnostics.map((one) => [one.severity, one.code, one.line]),
        [["error", code, 1]],
      );
      assert.match(diagnostics[0]?.message ?? "", /Wrap|Declare|Use|Leave|Apply/);
      if (!title.includes("ambiguous")) assert.equal(derived.inputSchema, null);
    });
  }
});
