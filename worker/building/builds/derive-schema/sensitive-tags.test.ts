import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileSensitive } from "@ferrule/contract/warnings/sensitive-schema.ts";
import { compileForTest } from "../compile-for-test.ts";

const library = `/** An account number. @sensitive */
export type Iban = string;
export interface Bank { /** @sensitive */ iban: string; /** @minimum 3 */ n: number }
export interface Account extends Bank { also: Iban }
export type { Bank as Renamed };
/** @sensitive */ export interface Person { name: string }
/** @sensitive */ export enum Kind { A = "a" }`;

const packageTypes = `/** Many words. */ export interface Card { /** The number. @sensitive */ number: string; /** @minimum 1 */ n: number }`;
const libraries = {
  sources: { types: library, again: `export * from "lib/types";` },
  roots: { cards: "cards@1.0.0" },
  packages: {
    "cards@1.0.0": {
      files: { "package.json": `{"name":"cards","version":"1.0.0","types":"index.d.ts"}`, "index.d.ts": packageTypes },
      dependencies: {},
    },
  },
} as never;

const compile = (source: string) => compileForTest(source, /"(?:lib\/|cards)/.test(source) ? { libraries } : {});
const input = (declarations: string, parameter = "input: Input") =>
  `${declarations}\nexport default function run(${parameter}) { return 1; }`;

/** Title, source, an input, and the input as it may be recorded. */
const hidden: [title: string, source: string, given: unknown, recorded: unknown][] = [
  [
    "on one line",
    input("interface Input { /** @sensitive */ a: string; b: string; /** @sensitive */ c: string }"),
    { a: "1", b: "2", c: "3" },
    { a: "*", b: "2", c: "*" },
  ],
  [
    "on one line of a type in a type",
    input("type Input = { b: { /** @sensitive */ c: string } }"),
    { b: { c: "1" } },
    { b: { c: "*" } },
  ],
  ["in a parameter", input("", "input: { /** @sensitive */ a: string }"), { a: "1" }, { a: "*" }],
  ["before a parameter", input("", "/** @sensitive */ input: { a: string }"), { a: "1" }, "*"],
  ["in a destructured parameter", input("", "{ a }: { /** @sensitive */ a: string }"), { a: "1" }, { a: "*" }],
  [
    "of a Library's interface",
    input(`import type { Bank } from "lib/types";`, "input: Bank"),
    { iban: "1", n: 3 },
    { iban: "*", n: 3 },
  ],
  [
    "of a Library's interface that extends another",
    input(`import type { Account } from "lib/types";`, "input: Account"),
    { iban: "1", also: "2" },
    { iban: "*", also: "*" },
  ],
  [
    "of a Library's type that another exports again",
    input(`import type { Renamed } from "lib/again";`, "input: { a: Renamed[] }"),
    { a: [{ iban: "1", n: 3 }] },
    { a: [{ iban: "*", n: 3 }] },
  ],
  ["of a Library by import()", input("", `input: { a: import("lib/types").Iban }`), { a: "1" }, { a: "*" }],
  [
    "of a package's types",
    input(`import type { Card } from "cards";`, "input: Card"),
    { number: "1", n: 1 },
    { number: "*", n: 1 },
  ],
  [
    "of a Library's whole interface",
    input(`import type { Person } from "lib/types";`, "input: { a: Person; b?: Person | null }"),
    { a: { name: "1" }, b: { name: "1" } },
    { a: "*", b: "*" },
  ],
  ["of a Library's enum", input(`import { Kind } from "lib/types";`, "input: { a?: Kind }"), { a: "a" }, { a: "*" }],
  [
    "of an alias, wherever it is used",
    input(`/** @sensitive */ type S = string;
    interface Input { a?: S; b: S[]; c: readonly S[]; d: Array<S>; e: Record<string, S>; f: [S, number]; g: S | null; h: S | number; i: { [key: string]: S } }`),
    { a: "1", b: ["1"], c: ["1"], d: ["1"], e: { x: "1" }, f: ["1", 2], g: "1", h: 1, i: { x: "1" } },
    { a: "*", b: ["*"], c: ["*"], d: ["*"], e: { x: "*" }, f: ["*", 2], g: "*", h: "*", i: { x: "*" } },
  ],
  [
    "of an alias of an alias",
    input("/** @sensitive */ type A = string; type B = A; type C = B | undefined; interface Input { a?: C }"),
    { a: "1" },
    { a: "*" },
  ],
  [
    "of a generic",
    input("interface Box<T> { /** @sensitive */ v: T } interface Input { a: Box<string> }"),
    { a: { v: "1" } },
    { a: { v: "*" } },
  ],
  [
    "of a generic's argument",
    input("/** @sensitive */ type S = string; interface Box<T> { v: T } interface Input { s: S; a: Box<S> }"),
    { s: "1", a: { v: "1" } },
    { s: "*", a: "*" },
  ],
  [
    "through Pick, Omit, Partial, Required and Readonly",
    input(
      "interface P { /** @sensitive */ s: string; /** @sensitive */ t?: string; u: string } type Input = { a: Pick<P, 's'>; b: Omit<P, 's'>; c: Partial<P>; d: Required<Readonly<P>> }",
    ),
    { a: { s: "1" }, b: { t: "1", u: "2" }, c: { s: "1" }, d: { s: "1", t: "1", u: "2" } },
    { a: { s: "*" }, b: { t: "*", u: "2" }, c: { s: "*" }, d: { s: "*", t: "*", u: "2" } },
  ],
  [
    "through a mapped type",
    input("interface P { /** @sensitive */ s: string } type M<T> = { [K in keyof T]: T[K] | null }; type Input = M<P>"),
    { s: "1" },
    { s: "*" },
  ],
  [
    "through an intersection",
    input("interface P { /** @sensitive */ s: string } type Input = P & { b: string }"),
    { s: "1", b: "2" },
    { s: "*", b: "2" },
  ],
  [
    "through extends, overridden without a comment",
    input("interface P { /** @sensitive */ s: string | number } interface Input extends P { s: string }"),
    { s: "1" },
    { s: "*" },
  ],
  [
    "of an index signature",
    input("interface Input { /** @sensitive */ [key: string]: string }"),
    { x: "1" },
    { x: "*" },
  ],
  [
    "of a member of a tuple",
    input("interface Input { a: [/** @sensitive */ iban: string, n: number] }"),
    { a: ["1", 2] },
    { a: ["*", 2] },
  ],
  [
    "by an indexed access",
    input("interface P { /** @sensitive */ s: string } interface Input { b: P['s'] }"),
    { b: "1" },
    { b: "*" },
  ],
  ["through typeof", input("const x = { /** @sensitive */ a: 'x' }; type Input = typeof x"), { a: "1" }, { a: "*" }],
  [
    "of a union's members",
    input("/** @sensitive */ type E = 'a' | 'b'; interface Input { a: E; c: E[] }"),
    { a: "a", c: ["b"] },
    { a: "*", c: ["*"] },
  ],
];

const stars = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"\[[^"\]]*\]"|"\*+"|"«[^"»]*»"/g, '"*"'));

describe("@sensitive hides a value", () => {
  for (const [title, source, given, recorded] of hidden) {
    test(title, () => {
      const { derived, diagnostics } = compile(source);
      assert.deepEqual(diagnostics, []);
      assert.deepEqual(stars(compileSensitive(derived.inputSchema)?.(given) ?? given), recorded);
    });
  }
  test("in what a handler answers", () => {
    const source = `import type { Iban } from "lib/types";
      export default async (): Promise<{ /** @sensitive */ a: string; b: Iban }> => ({ a: "x", b: "y" });`;
    const { derived, diagnostics } = compile(source);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(stars(compileSensitive(derived.outputSchema)?.({ a: "x", b: "y" })), { a: "*", b: "*" });
  });
});

/** Title, source, and the line and column of the warning. */
const lost: [title: string, source: string, line: number, column: number][] = [
  ["after what it describes", input("interface Input {\n  a: string; /** @sensitive */\n  b: string }"), 2, 14],
  ["at the end of a type", input("interface Input { a: string /** @sensitive */ }"), 1, 29],
  ["in a comment that is no doc comment", input("interface Input {\n  // @sensitive\n  a: string }"), 2, 3],
  ["in a comment of another kind", input("interface Input { /* @sensitive */ a: string }"), 1, 19],
  [
    "at @param",
    `/** Does.\n * @param input.a @sensitive\n */\nexport default function run(input: { a: string }) { return 1; }`,
    1,
    1,
  ],
  ["at @returns", "/** Does. @returns @sensitive */\nexport default (): string => 'x'", 1, 1],
  [
    "on a variable that is answered",
    "export default () => { /** @sensitive */ const iban: string = 'x'; return { iban }; }",
    1,
    24,
  ],
  ["on a mapped type's own key", input("type Input = { /** @sensitive */ [K in 'a']: string }"), 1, 16],
  [
    "through a mapped type that renames",
    input(
      "interface P { /** @sensitive */ s: string } type M<T> = { [K in keyof T as `x_${K & string}`]: T[K] }; type Input = M<P>",
    ),
    1,
    15,
  ],
  [
    "on a type that is no part of the contract",
    input("interface Other { /** @sensitive */ s: string } interface Input { a: string }; ({} as Other).s"),
    1,
    19,
  ],
  [
    "on a Library's type that is used inside only",
    input(`import type { Iban } from "lib/types";\nconst i: Iban = ""; i`, "input: {}"),
    1,
    15,
  ],
];
describe("@sensitive where it hides nothing is a warning", () => {
  for (const [title, source, line, column] of lost) {
    test(title, () => {
      const { diagnostics } = compile(source);
      assert.deepEqual(
        diagnostics.map((one) => [one.code, one.severity, one.line, one.column]),
        [["SCHEMA_TAG_UNUSED", "warning", line, column]],
      );
    });
  }
  test("with a schema that is set by hand", () => {
    const source = input("interface Input { /** @sensitive */ a: string }");
    const { diagnostics } = compileForTest(source, { inputSchema: { type: "object", properties: { a: {} } } });
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["SCHEMA_TAG_UNUSED"],
    );
    assert.match(diagnostics[0]?.message ?? "", /"x-sensitive": true/);
  });
});

test("a tag of a Library that cannot apply is a warning at the import, with its place", () => {
  const wrong = {
    sources: { types: "export interface I {\n  /** @minLength 3 */\n  a: number }" },
    roots: {},
    packages: {},
  };
  const source = `import { FunctionError } from "ferrule";\nimport type { I } from "lib/types";\nexport default (input: I) => { throw new FunctionError("A", "b"); };`;
  const { diagnostics } = compileForTest(source, { libraries: wrong });
  assert.deepEqual(
    diagnostics.map(({ code, line }) => [code, line]),
    [["SCHEMA_TAG_INVALID", 2]],
  );
  assert.match(diagnostics[0]?.message ?? "", /^lib\/types:3:3 /);
});

test("a misspelt tag is a warning that says the right one", () => {
  const { diagnostics } = compile(
    input("interface Input { /** @secret */ a: string; /** @Sensitive */ b: string; /** @min 3 */ c: number }"),
  );
  assert.deepEqual(
    diagnostics.map(({ code, message }) => [code, /Write `(@\w+)`/.exec(message)?.[1]]),
    [
      ["SCHEMA_TAG_INVALID", "@sensitive"],
      ["SCHEMA_TAG_INVALID", "@sensitive"],
      ["SCHEMA_TAG_INVALID", "@minimum"],
    ],
  );
});

test("tags in text, and comments of ordinary code, are no warning", () => {
  const { diagnostics } = compile(`/** Does. @deprecated @example run() @default 3 */
    export default (input: {}) => { /** @see elsewhere */ const a = "/** @sensitive */"; const b = \`// @sensitive \${a}\`; return [a, b, /\\/\\*\\* @minimum/.test(a)].length; }`);
  assert.deepEqual(diagnostics, []);
});
