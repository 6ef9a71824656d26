import assert from "node:assert/strict";
import { test } from "node:test";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import type { CompileRequest } from "../messages/build-messages.ts";
import { compileForTest, programsForTest } from "../compile-for-test.ts";
import { compileTogether } from "./compile-together.ts";

const request = (source: string): CompileRequest => ({
  source,
  inputSchema: null,
  outputSchema: null,
  permissions: noPermissions,
});
const together = (...sources: string[]) => {
  const compile = compileTogether(programsForTest, sources.map(request));
  return sources.map((_, index) => compile(index));
};

/** In each schema, the order depends on what a checker has met before. */
const subjects = {
  literals: `export default async function f(input: { country: "FR" | "DE" | "IT"; size: 3 | 1 | -2 }) { return input; }`,
  mapped: `export default async function f(input: Record<"late" | "early", number>): Promise<Pick<{ b: 1; a: 2; c: 3 }, "c" | "a">> {
    return { c: 3, a: input.early > 0 ? 2 : 2 };
  }`,
  alternatives: `interface Square { side: number }
    interface Circle { radius: number }
    export default async function f(input: { shape: Square | Circle | string[] | string }): Promise<Circle | Square | null> {
      return typeof input.shape === "object" && "side" in input.shape ? input.shape : null;
    }`,
  generics: `interface Box<T> { value: T }
    export default async function f(input: { box: Box<"z"> | Box<"a"> }) { return [input.box, new Date(), "z" as "z" | "a"] as const; }`,
  inferred: `const rates = { IT: 22, DE: 19, FR: 20 };
    export default async function f(input: { country: keyof typeof rates }) {
      return Math.random() > 0.5 ? { kind: "late" as const, at: 1 } : { kind: "early" as const, why: rates[input.country] };
    }`,
  template:
    "export default async function f(input: { id: `${'b' | 'a'}-${number}` }) { return { id: input.id, tags: new Map([['a', 1]]).size }; }",
  enumerated: `enum Level { High = "high", Low = "low" }
    export default async function f(input: { level: Level; other: Exclude<"z" | "y" | "x", "y"> }) { return input.level; }`,
};

/** The same names and literals in other orders, with the library's types met in another order. */
const neighbours = [
  `export default async function f(input: { a: "IT" | "DE" | "FR" | "a" | "z" | "early" | "late" | "x" | "z" }) { return input; }`,
  `interface Circle { r: string } interface Square { s: string } type Box<T> = { v: T; w: string };
    export default async function f(input: { a: Circle | Square; b: Box<"a"> | Box<"z"> }): Promise<string[] | Date | number[]> { return [input.b.w]; }`,
  `export default async function f(input: Record<"early" | "late" | "c" | "a", -2 | 1 | 3>) { return Object.entries(input); }`,
  `const low = ["low", "high"] as const; export default async function f(input: { l: (typeof low)[number] }) { return low.map((one) => one.length); }`,
  "export default async function f(input: { id: `${'a' | 'b'}-${string}` }) { return new Set([1, 2]).size; }",
];

test("a schema is the same to the byte alone and behind any neighbours", () => {
  const all = [...Object.values(subjects), ...neighbours];
  const alone = new Map(all.map((source) => [source, JSON.stringify(compileForTest(source))]));
  for (const step of [1, 5, 7, 11]) {
    const sources = all.map((_, place) => all[(place * step) % all.length] as string);
    assert.equal(new Set(sources).size, all.length);
    for (const [index, answer] of together(...sources).entries()) {
      const source = sources[index] ?? "";
      assert.equal(JSON.stringify(answer), alone.get(source), source);
    }
  }
});

test("a schema names alternatives and mapped properties as the source does", () => {
  const schemaOf = (source: string) =>
    compileForTest(source).derived.inputSchema as { properties: Record<string, object> };
  assert.deepEqual(schemaOf(subjects.literals).properties["country"], { type: "string", enum: ["FR", "DE", "IT"] });
  assert.deepEqual(schemaOf(subjects.literals).properties["size"], { type: "number", enum: [3, 1, -2] });
  assert.deepEqual(Object.keys(schemaOf(subjects.mapped).properties), ["late", "early"]);
  assert.deepEqual(schemaOf(subjects.inferred).properties["country"], { type: "string", enum: ["IT", "DE", "FR"] });
});

const plain = `export default async function f(input: { a: string }) { return input.a; }`;

test("neighbours see neither each other's types nor what one of them declares for all", () => {
  for (const declared of [
    `declare global { interface Array<T> { shouted(): T } var leaked: { deep: string } } export default () => [1].shouted();`,
    `import type {} from "ferrule"; declare module "ferrule" { interface Context { leaked: string } } export default () => 1;`,
    `declare module "leaked" { const value: string; export default value; } export default () => 1;`,
    `/// <reference path="/0/function.ts" />\nexport default () => 1;`,
  ]) {
    const [first, second, third] = together(
      declared,
      `export default async function f(input: { a: string }) { return [leaked.deep]; }`,
      `export default async function f(input: { a: string }) { return [1].shouted(); }`,
    );
    assert.equal(first, null);
    assert.equal(second, null);
    assert.equal(third, null);
    assert.deepEqual(together(declared, plain)[1], compileForTest(plain));
  }
  const exporting = `export interface Leaked { deep: string }; export default () => 1;`;
  for (const specifier of ["/0/function.ts", "../0/function", "./function", "/0/function"])
    assert.equal(
      together(
        exporting,
        `import type { Leaked } from "${specifier}"; export default (input: Leaked) => input.deep;`,
      )[1],
      null,
    );
});

test("what has a diagnostic is left to be compiled by itself, and after an error so is what follows", () => {
  const wrong = `export default async function f(input: { a: string }): Promise<number> { return input.a; }`;
  const warned = `export default async function f(input: { a: string }) { return new Map([[input.a, 1]]); }`;
  const deep = `export default () => ${"[".repeat(20_000)}${"]".repeat(20_000)};`;
  const valid = compileForTest(plain);
  assert.deepEqual(together(plain, warned, plain), [valid, null, valid]);
  assert.deepEqual(together(plain, wrong, plain), [valid, null, null]);
  assert.deepEqual(together(plain, deep)[1], null);
});

test("reads by an index get their warning beside neighbours, too", () => {
  const reads = `export default async function f(input: { list: string[] }): Promise<string> { return input.list[0]; }`;
  const safe = `export default async function f(input: { list: string[] }): Promise<string> { return input.list[0] ?? "none"; }`;
  assert.equal(compileForTest(reads).diagnostics[0]?.code, "INDEX_UNCHECKED");
  assert.deepEqual(together(plain, reads, safe), [compileForTest(plain), null, compileForTest(safe)]);
});
