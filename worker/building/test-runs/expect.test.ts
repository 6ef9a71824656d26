import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openTestRunner, type TestRunner } from "./testing/test-runner.ts";

const source = "export default (input: { n: number }) => ({ n: input.n });";
let runner: TestRunner;
before(async () => {
  runner = await openTestRunner();
});
after(() => runner[Symbol.asyncDispose]());

/** Runs the text of a test file. */
async function run(tests: string, wish: Parameters<TestRunner["run"]>[1] = {}) {
  const { functions } = await runner.run(
    [
      {
        source,
        tests: `import * as t from "ferrule/test";\nconst { test, describe, expect, call, beforeEach, afterEach } = t;\n${tests}`,
      },
    ],
    wish,
  );
  const [file] = functions;
  assert.ok(file !== undefined);
  assert.deepEqual(file.diagnostics, []);
  return file;
}
const told = ({ tests }: Awaited<ReturnType<typeof run>>) =>
  tests.map(({ name, status, error }) => [name.join(" > "), status, ...(error === null ? [] : [error.message])]);

/** Comparisons that hold, and ones that do not, by matcher. */
const table: Record<string, { hold: string[]; fail: string[] }> = {
  toBe: { hold: ["1).toBe(1", "NaN).toBe(NaN", "o).toBe(o"], fail: ["1).toBe(2", "0).toBe(-0", "{}).toBe({}"] },
  toEqual: {
    hold: [
      "{ a: 1, b: undefined }).toEqual({ a: 1 }",
      "[1, [2]]).toEqual([1, [2]]",
      "new Map([[1, { a: 1 }]])).toEqual(new Map([[1, { a: 1 }]])",
      "new Set([{ a: 1 }, 2])).toEqual(new Set([2, { a: 1 }])",
      "new Date(5)).toEqual(new Date(5)",
      "/a/g).toEqual(/a/g",
      "new Uint8Array([1, 2])).toEqual(new Uint8Array([1, 2])",
      "new Error('x')).toEqual(new Error('x')",
      "new (class A { x = 1 })()).toEqual({ x: 1 }",
      "circle()).toEqual(circle()",
      "{ id: 'a1', n: 2 }).toEqual({ id: expect.any(String), n: expect.anything() }",
      "new URL('https://a.example/')).toEqual(new URL('https://a.example/')",
    ],
    fail: [
      "{ a: 1, b: 2 }).toEqual({ a: 1 }",
      "{ a: 1 }).toEqual({ a: 1, b: 2 }",
      "[1, 2]).toEqual([1]",
      "[]).toEqual({}",
      "null).toEqual({}",
      "new Date(5)).toEqual(new Date(6)",
      "/a/g).toEqual(/a/i",
      "new Map([[1, 1]])).toEqual(new Map([[1, 2]])",
      "new Set([1])).toEqual(new Set([2])",
      "new Uint8Array([1])).toEqual(new Uint8Array([2])",
      "new Error('x')).toEqual(new Error('y')",
      "new URL('https://a.example/')).toEqual(new URL('https://b.example/')",
      "'1').toEqual(1",
    ],
  },
  toStrictEqual: {
    hold: ["{ a: 1 }).toStrictEqual({ a: 1 }"],
    fail: [
      "{ a: 1, b: undefined }).toStrictEqual({ a: 1 }",
      "new (class A { x = 1 })()).toStrictEqual({ x: 1 }",
      "[, 1]).toStrictEqual([undefined, 1]",
    ],
  },
  toMatchObject: {
    hold: ["{ a: { b: 1, c: 2 }, d: 3 }).toMatchObject({ a: { b: 1 } }", "[{ a: 1, b: 2 }]).toMatchObject([{ a: 1 }]"],
    fail: [
      "{ a: 1 }).toMatchObject({ b: undefined }",
      "[{ a: 1 }, 2]).toMatchObject([{ a: 1 }]",
      "null).toMatchObject({}",
    ],
  },
  toContain: {
    hold: ["'abc').toContain('b'", "[1, 2]).toContain(2", "new Set([1])).toContain(1"],
    fail: ["'abc').toContain('d'", "[{ a: 1 }]).toContain({ a: 1 }", "5).toContain(5"],
  },
  toContainEqual: { hold: ["[{ a: 1 }]).toContainEqual({ a: 1 }"], fail: ["[{ a: 1 }]).toContainEqual({ a: 2 }"] },
  toHaveLength: {
    hold: ["'ab').toHaveLength(2", "[1]).toHaveLength(1"],
    fail: ["[1]).toHaveLength(2", "null).toHaveLength(0"],
  },
  toHaveProperty: {
    hold: ["{ a: [{ b: 1 }] }).toHaveProperty('a[0].b', 1", "{ a: undefined }).toHaveProperty(['a']"],
    fail: ["{ a: 1 }).toHaveProperty('b'", "{ a: 1 }).toHaveProperty('a', 2", "null).toHaveProperty('a'"],
  },
  toMatch: { hold: ["'abc').toMatch(/B/i", "'abc').toMatch('bc'"], fail: ["'abc').toMatch(/d/", "5).toMatch(/5/"] },
  toThrow: {
    hold: [
      "() => { throw new Error('no way'); }).toThrow('way'",
      "() => { throw new TypeError('x'); }).toThrow(TypeError",
      "() => { throw new Error('x'); }).toThrow(/^x$/",
      "() => { throw new Error('x'); }).toThrow(new Error('x')",
      "() => { throw { code: 'A', more: 1 }; }).toThrow({ code: 'A' }",
      "() => { throw 'text'; }).toThrowError('text'",
    ],
    fail: [
      "() => 1).toThrow(",
      "() => { throw new Error('x'); }).toThrow('y'",
      "() => { throw new Error('x'); }).toThrow(TypeError",
      "new Error('x')).toThrow(",
    ],
  },
  toBeNull: { hold: ["null).toBeNull("], fail: ["undefined).toBeNull("] },
  toBeUndefined: { hold: ["undefined).toBeUndefined("], fail: ["null).toBeUndefined("] },
  toBeDefined: { hold: ["null).toBeDefined("], fail: ["undefined).toBeDefined("] },
  toBeTruthy: { hold: ["'a').toBeTruthy("], fail: ["0).toBeTruthy("] },
  toBeFalsy: { hold: ["'').toBeFalsy("], fail: ["[]).toBeFalsy("] },
  toBeNaN: { hold: ["NaN).toBeNaN("], fail: ["1).toBeNaN("] },
  toBeGreaterThan: { hold: ["2).toBeGreaterThan(1"], fail: ["1).toBeGreaterThan(1", "'2').toBeGreaterThan(1"] },
  toBeGreaterThanOrEqual: { hold: ["1).toBeGreaterThanOrEqual(1"], fail: ["0).toBeGreaterThanOrEqual(1"] },
  toBeLessThan: { hold: ["1n).toBeLessThan(2n"], fail: ["2).toBeLessThan(2"] },
  toBeLessThanOrEqual: { hold: ["2).toBeLessThanOrEqual(2"], fail: ["3).toBeLessThanOrEqual(2"] },
  toBeCloseTo: { hold: ["0.1 + 0.2).toBeCloseTo(0.3", "1.4).toBeCloseTo(1, 0"], fail: ["0.31).toBeCloseTo(0.3"] },
  toBeInstanceOf: { hold: ["new Map()).toBeInstanceOf(Map"], fail: ["{}).toBeInstanceOf(Map"] },
  toBeTypeOf: { hold: ["1).toBeTypeOf('number'"], fail: ["1).toBeTypeOf('string'"] },
  toSatisfy: { hold: ["2).toSatisfy((n: number) => n > 1"], fail: ["0).toSatisfy((n: number) => n > 1"] },
  asymmetric: {
    hold: [
      "[1, 'a', {}]).toEqual([expect.any(Number), expect.stringMatching(/a/), expect.any(Object)]",
      "{ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 })",
      "[1, 2, 3]).toEqual(expect.arrayContaining([3, 1])",
      "'abc').toEqual(expect.stringContaining('b')",
      "0.1 + 0.2).toEqual(expect.closeTo(0.3)",
      "{ b: 1 }).toEqual(expect.not.objectContaining({ a: 1 })",
      "'abc').toEqual(expect.not.stringContaining('d')",
      "() => 1).toEqual(expect.any(Function)",
    ],
    fail: [
      "null).toEqual(expect.anything()",
      "'1').toEqual(expect.any(Number)",
      "{ a: 2 }).toEqual(expect.objectContaining({ a: 1 })",
      "[1]).toEqual(expect.arrayContaining([2])",
      "'abc').toEqual(expect.stringMatching(/^b/)",
      "'abc').toEqual(expect.not.stringContaining('b')",
    ],
  },
};

describe("expect", () => {
  test("each matcher accepts what fits, refuses what does not, and the other way round with .not", async () => {
    const lines = Object.entries(table).flatMap(([name, { hold, fail }]) => [
      ...hold.flatMap((text, at) => [
        `test("${name} holds ${at}", () => { (expect as any)(${text}); });`,
        `test("${name} holds ${at} not", () => { refused(() => (expect as any)(${text.replace(/\)\.(\w+\()/, ").not.$1")})); });`,
      ]),
      ...fail.flatMap((text, at) => [
        `test("${name} fails ${at}", () => { refused(() => (expect as any)(${text})); });`,
        ...(text === "new Error('x')).toThrow("
          ? []
          : [
              `test("${name} fails ${at} not", () => { (expect as any)(${text.replace(/\)\.(\w+\()/, ").not.$1")}); });`,
            ]),
      ]),
    ]);
    const { tests, error } = await run(`
      const o = {};
      const circle = () => { const one: any = { a: 1 }; one.self = one; return one; };
      const refused = (run: () => void) => {
        try { run(); } catch (error: any) { if (error.name !== "AssertionError") throw error; return; }
        throw new Error("nothing was thrown");
      };
      ${lines.join("\n")}`);
    assert.equal(error, null);
    assert.deepEqual(
      tests.filter(({ status }) => status !== "passed").map(({ name, error: why }) => [name, why?.message]),
      [],
    );
    assert.equal(tests.length, lines.length);
  });

  test("a failure has the place in the test file, and both values line by line", async () => {
    const { tests } = await run(`test("differs", async () => {
      const actual = { id: "7", lines: [{ price: 5 }] };
      expect(actual).toEqual({ id: "7", lines: [{ price: 6 }] });
    });`);
    const failure = tests[0]?.error;
    assert.equal(failure?.code, "ASSERTION");
    assert.deepEqual([failure?.line, failure?.column], [5, 22]);
    assert.equal(failure?.expected, '{\n  id: "7",\n  lines: [\n    {\n      price: 6,\n    },\n  ],\n}');
    assert.equal(failure?.actual, '{\n  id: "7",\n  lines: [\n    {\n      price: 5,\n    },\n  ],\n}');
    assert.match(failure?.stack ?? "", /^AssertionError: expected .* to equal .*\n {4}at .*orders\.test\.ts:5:22/);
    assert.doesNotMatch(failure?.stack ?? "", /ferrule-test|function\.js/);
  });

  test("resolves and rejects wait, and say what came instead", async () => {
    const file = await run(`
      test("resolves", () => expect(Promise.resolve(1)).resolves.toBe(1));
      test("rejects", async () => {
        await expect(Promise.reject(new TypeError("no"))).rejects.toThrow("no");
        await expect(async () => { throw new Error("no"); }).rejects.toMatchObject({ message: "no" });
        await expect(Promise.reject(new Error("no"))).rejects.not.toThrow("yes");
      });
      test("resolves too much", () => expect(Promise.resolve(1)).rejects.toThrow());
      test("rejects too much", () => expect(Promise.reject(new Error("no"))).resolves.toBe(1));
      test("another value", async () => {
        await expect(Promise.resolve(1)).resolves.toBe(2);
      });`);
    assert.deepEqual(told(file), [
      ["resolves", "passed"],
      ["rejects", "passed"],
      ["resolves too much", "failed", "expected a promise to be rejected, but it resolved: 1"],
      ["rejects too much", "failed", "expected a promise to resolve, but it was rejected: [Error: no]"],
      ["another value", "failed", "expected 1 to be 2"],
    ]);
    assert.equal(file.tests[4]?.error?.line, 13);
  });

  test("a test can say how many comparisons it makes, and fail at once", async () => {
    const file = await run(`
      test("as many", () => { expect.assertions(1); expect(1).toBe(1); });
      test("too few", () => { expect.assertions(2); expect(1).toBe(1); });
      test("some", () => { expect.hasAssertions(); });
      test("fails", () => { expect.fail("enough"); });
      test("told", () => { expect(1, "the number").toBe(2); });`);
    assert.deepEqual(told(file), [
      ["as many", "passed"],
      ["too few", "failed", "expected 2 comparisons, but 1 were made"],
      ["some", "failed", "expected at least one comparison, but none was made"],
      ["fails", "failed", "enough"],
      ["told", "failed", "the number: expected 1 to be 2"],
    ]);
  });
});

describe("test and describe", () => {
  test("hooks run around each test of their group, outer ones outside, also when the test fails", async () => {
    const file = await run(`
      const log: string[] = [];
      beforeEach(() => { log.push("b"); });
      afterEach(() => { log.push("a"); });
      describe("group", () => {
        beforeEach(async () => { log.push("b2"); });
        afterEach(() => { log.push("a2"); });
        test("fails", () => { log.push("t"); throw new Error("on purpose"); });
      });
      test("sees", () => { expect(log.join()).toBe("b,b2,t,a2,a,b"); });
      describe("broken hook", () => {
        beforeEach(() => { throw new Error("no ground"); });
        test("does not run", () => { log.push("must not"); });
      });
      test("goes on", () => { expect(log).not.toContain("must not"); });`);
    assert.deepEqual(told(file), [
      ["group > fails", "failed", "on purpose"],
      ["sees", "passed"],
      ["broken hook > does not run", "failed", "no ground"],
      ["goes on", "passed"],
    ]);
  });

  test("skip, only, each and names do what they do in Vitest", async () => {
    const each = await run(`
      test.each([[1, 2, 3], [2, 2, 4]])("%i + %i is %s (%#)", (a, b, sum) => { expect(a + b).toBe(sum); });
      test.each([{ id: "x", in: { n: 1 } }])("takes $id of $in.n at 100%%", ({ id }) => { expect(id).toBe("x"); });
      test.skip("later");
      describe.skip("group", () => { test("later too", () => { throw new Error("ran"); }); });`);
    assert.deepEqual(told(each), [
      ["1 + 2 is 3 (0)", "passed"],
      ["2 + 2 is 4 (1)", "passed"],
      ["takes x of 1 at 100%", "passed"],
      ["later", "skipped"],
      ["group > later too", "skipped"],
    ]);
    const only = await run(`
      test("not", () => { throw new Error("ran"); });
      test.only("this", () => {});
      describe.only("group", () => { test("that", () => {}); test.skip("not that", () => {}); });`);
    assert.deepEqual(told(only), [
      ["not", "skipped"],
      ["this", "passed"],
      ["group > that", "passed"],
      ["group > not that", "skipped"],
    ]);
  });

  test("a filter chooses by name, and bail ends the file with its first failure", async () => {
    const tests = `
      describe("Orders", () => { test("adds", () => {}); test("removes", () => { throw new Error("no"); }); });
      test("last", () => {});`;
    assert.deepEqual(told(await run(tests, { name: "orders > A" })), [["Orders > adds", "passed"]]);
    assert.deepEqual(told(await run(tests, { bail: true })), [
      ["Orders > adds", "passed"],
      ["Orders > removes", "failed", "no"],
    ]);
  });

  test("with bail, no Function is tested after the first that failed", async () => {
    const tests = (body: string) => `import { test } from "ferrule/test";\ntest("one", () => { ${body} });`;
    const given = Array.from({ length: 8 }, (_, at) => ({
      slug: `f${at}`,
      source: `/** ${at} */ ${source}`,
      tests: tests(at === 0 ? "throw new Error('no');" : ""),
    }));
    const { functions } = await runner.run(given, { bail: true });
    assert.ok(functions.length < 5, `${functions.length} were tested`);
    assert.equal(functions[0]?.tests[0]?.status, "failed");
  });

  test("problems of the test file are told with their places, and it does not run", async () => {
    const tests =
      'import { call, test } from "ferrule/test";\nimport x from "./other.ts";\ntest("a", () => { const n: number = "1"; return call(n); });';
    const { functions } = await runner.run([{ source, tests }]);
    assert.deepEqual(
      functions[0]?.diagnostics.map(({ severity, code, line, column }) => [severity, code, line, column]),
      [
        ["error", "IMPORT_UNKNOWN", 2, 15],
        ["error", "TS2322", 3, 25],
      ],
    );
    assert.deepEqual(functions[0]?.tests, []);
  });

  test("a Function that does not build is named with its place, and cannot import the module of tests", async () => {
    const wrong = 'import { test } from "ferrule/test";\nexport default () => { test("a", () => {}); };';
    const { functions } = await runner.run([
      { source: wrong, tests: 'import { test } from "ferrule/test";\ntest("a", () => {});' },
    ]);
    assert.match(
      functions[0]?.diagnostics[0]?.message ?? "",
      /^orders\.ts:1:22 Only the test file of a Function imports/,
    );
  });
});
