import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runInThisContext } from "node:vm";
import ts from "typescript-compiler";
import { addCounters } from "../builds/coverage/add-counters.ts";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

const library = (name: string, source: string, imports: string[] = []) => ({
  kind: "source" as const,
  id: `lib_${name}`,
  revision: 1,
  name,
  source,
  imports,
});

const money = `export function add(a: number, b: number): number {
  return a + b;
}
export const never = (): number => {
  return 1;
};
`;

const source = `import { add } from "lib/money";
interface Input { kind: string; n?: number | undefined }
export default (input: Input): number => {
  if (input.kind === "sum") return add(1, input.n ?? 2);
  switch (input.kind) {
    case "one":
      return 1;
    default:
      break;
  }
  for (const at of [1]) if (at > 1) throw new Error("unreached");
  const later = () => 5;
  return input.kind === "later" ? later() : 0;
};
`;
const sumTest = `import { call, expect, test } from "ferrule/test";
test("sum", async () => { expect((await call({ kind: "sum" })).output).toBe(3); });`;

describe("coverage", () => {
  test("has the lines, branches and functions of the Function and of its Libraries", async () => {
    const libraries = [library("money", money)];
    const { functions, libraries: covered } = await runner.run([{ source, tests: sumTest }], {
      coverage: true,
      libraries,
    });
    assert.deepEqual(
      functions[0]?.tests.map(({ error }) => error),
      [null],
    );
    assert.deepEqual(functions[0]?.coverage, {
      lines: { total: 7, covered: 1, uncovered: [5, 7, 9, 11, 12, 13], reached: [{ line: 4, times: 1 }] },
      branches: { total: 9, covered: 2 },
      functions: { total: 2, covered: 1 },
    });
    assert.deepEqual(covered, [
      {
        name: "lib/money",
        coverage: {
          lines: {
            total: 3,
            covered: 2,
            uncovered: [5],
            reached: [
              { line: 2, times: 1 },
              { line: 4, times: 1 },
            ],
          },
          branches: { total: 0, covered: 0 },
          functions: { total: 2, covered: 1 },
        },
      },
    ]);
  });

  test("counts a Library by all files together, and places stay what they are", async () => {
    const use = (name: string) => `import { add, never } from "lib/money";
export default (): number => { if (${name === "a"}) return add(1, 2); return never(); };`;
    const tests = `import { call, expect, test } from "ferrule/test";
      test("fails", async () => { expect((await call({})).output).toBe(-1); });`;
    const { functions, libraries } = await runner.run(
      [
        { slug: "a", source: use("a"), tests },
        { slug: "b", source: use("b"), tests },
      ],
      { coverage: true, libraries: [library("money", money)] },
    );
    assert.deepEqual(
      functions.map(({ tests: [one] }) => [one?.error?.line, one?.error?.column]),
      [
        [2, 67],
        [2, 67],
      ],
    );
    assert.deepEqual(libraries[0]?.coverage.lines, {
      total: 3,
      covered: 3,
      uncovered: [],
      reached: [
        { line: 2, times: 1 },
        { line: 4, times: 2 },
        { line: 5, times: 1 },
      ],
    });
  });

  test("has whole numbers only, whatever a test file makes of the counters", async () => {
    const tamper = (count: string) => `import { expect, test } from "ferrule/test";
      const { __ferrule_covered: all } = globalThis as unknown as { __ferrule_covered: { s: number[] }[] };
      test("tampers", () => { for (const { s } of all) s.fill(${count}); expect(all.length).toBe(2); });`;
    const use = `import { add } from "lib/money";\nexport default (): number => add(1, 2);`;
    const runAll = (...counts: string[]) =>
      runner.run(
        counts.map((count, at) => ({ slug: `f${at}`, source: use, tests: tamper(count) })),
        { coverage: true, libraries: [library("money", money)] },
      );
    const wrong = await runAll("-1", "0.5", "NaN", "1e300");
    assert.deepEqual(
      wrong.functions.map(({ tests, coverage }) => [tests[0]?.status, coverage]),
      wrong.functions.map(() => ["passed", null]),
    );
    assert.deepEqual(wrong.libraries, []);
    const large = await runAll("Number.MAX_SAFE_INTEGER", "Number.MAX_SAFE_INTEGER");
    const times = large.libraries[0]?.coverage.lines.reached.map((line) => line.times);
    assert.deepEqual(new Set(times), new Set([Number.MAX_SAFE_INTEGER]));
  });

  test("is null without being asked for", async () => {
    const { functions, libraries } = await runner.run([{ source: "export default () => 1;", tests: sumTest }]);
    assert.equal(functions[0]?.coverage, null);
    assert.deepEqual(libraries, []);
  });
});

/** A program whose last statement is `export default …` as a function of its counters. */
const asFunction = (text: string) =>
  runInThisContext(`((__ferrule_c0) => {${text.replace("export default", "return")}\n})`) as (given: object) => unknown;

describe("counters", () => {
  const counted = (text: string) =>
    addCounters(ts.createSourceFile("/function.ts", text, ts.ScriptTarget.ESNext, true), 0);

  /** Runs a text with counters. Returns what it evaluates to, and the counters. */
  function evaluate(text: string) {
    const { text: made, lines, branches, functions } = counted(text);
    const counters = {
      s: Array.from({ length: lines.length }, () => 0),
      b: Array.from({ length: branches }, () => 0),
      f: Array.from({ length: functions }, () => 0),
    };
    const js = ts.transpile(made, { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext });
    const run = asFunction(js);
    return { value: run(counters), counters };
  }

  const programs: [string, string][] = [
    ["statements without semicolons", "let a = 1\nlet b = a\n++b\na += b\nexport default [a, b]"],
    [
      "nested ifs without braces",
      "let r = ''\nfor (const n of [0, 1, 2]) if (n > 0) if (n > 1) r += 'two'; else r += 'one'; else r += 'zero'\nexport default r",
    ],
    [
      "logical and conditional operators",
      "const f = (a: any, b: any) => a?.x ?? (b && b.y || 'none')\nexport default [f({ x: 1 }, 0), f(null, { y: 2 }), f(null, { y: 0 }), f(undefined, 0) ? 'a' : 'b']",
    ],
    [
      "labels, switches and loops",
      "let r: any[] = []\nouter: for (let n = 0; ; n++) { switch (n) { case 0: case 1: r.push(n); break; case 2: continue outer; default: break outer } }\ndo r.push('d'); while (r.length < 4)\nexport default r",
    ],
    [
      "classes",
      "class A { #x = 1; static s = (() => 2)(); get x() { return this.#x } constructor(y = 3) { this.#x += y } }\nclass B extends A { constructor() { super(4) } }\nexport default [new A().x, new B().x, A.s]",
    ],
    [
      "generators and async functions",
      "function* g() { const got: any = yield 1; if (got) yield got }\nconst it = g()\nexport default [it.next().value, it.next(5).value, [...(function* () { yield* [1, 2] })()]]",
    ],
    [
      "arrow functions that return objects, and the value of this",
      "const o = { n: 1, f() { return (() => ({ n: this.n }))() } }\nexport default o.f?.()",
    ],
    [
      "directives and templates",
      "'use strict'\nconst f = (n: number) => `a${n > 1 ? `b${n}` : 'c'}`\nexport default [f(1), f(2)]",
    ],
    [
      "try, catch and finally",
      "const r: string[] = []\ntry { throw new Error('e') } catch { r.push('c') } finally { r.push('f') }\nexport default r",
    ],
    [
      "types",
      "enum E { A = 1 }\ninterface I { a: number }\ntype T = I extends { a: infer U } ? U : never\ndeclare const x: number\nnamespace N { export const y = E.A }\nfunction over(a: string): string\nfunction over(a: any): any { return a as T }\nexport default [over('1'), N.y, <any>2 satisfies any]",
    ],
  ];
  for (const [name, text] of programs) {
    test(`change neither the result nor the lines: ${name}`, () => {
      const plain = asFunction(ts.transpile(text, { target: ts.ScriptTarget.ESNext }));
      const { value, counters } = evaluate(text);
      assert.deepEqual(value, plain({}));
      assert.ok(counters.s.some((count) => count > 0));
      assert.equal(counted(text).text.split("\n").length, text.split("\n").length);
    });
  }
});
