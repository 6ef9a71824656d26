import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { errorOf, runSandbox, waitsOf } from "./run-harness.ts";

/** Each attack is the callback of a step that is not retried. */
const results: Record<string, { code: string; expected: RegExp }> = {
  "a list of 200,000 levels": {
    code: "let deep = []; for (let n = 0; n < 200_000; n++) deep = [deep]; return deep;",
    // It may also be stored.
    expected: /^(?:VALIDATION_ERROR|nothing)/,
  },
  "an object of 200,000 levels": {
    code: "let deep = {}; for (let n = 0; n < 200_000; n++) deep = { deep }; return deep;",
    expected: /^(?:VALIDATION_ERROR|LIMIT_EXCEEDED)/,
  },
  "ten megabytes": { code: 'return "x".repeat(10 * 1_048_576);', expected: /^LIMIT_EXCEEDED/ },
  "a cycle": { code: "const one = {}; one.one = one; return one;", expected: /^VALIDATION_ERROR/ },
  "a getter that throws": { code: 'return { get a() { throw new Error("no"); } };', expected: /^VALIDATION_ERROR.*no/ },
  "a toJSON that throws": { code: "return { toJSON() { throw null; } };", expected: /^VALIDATION_ERROR/ },
  "a toJSON that returns what has a toJSON, for ever": {
    code: "const make = () => ({ a: { toJSON: make } }); return make();",
    expected: /^VALIDATION_ERROR/,
  },
  "a proxy that has a key more each time": {
    code: "return new Proxy({}, { ownKeys: () => { throw new RangeError('keys'); } });",
    expected: /^VALIDATION_ERROR/,
  },
  "a BigInt": { code: "return 1n;", expected: /^VALIDATION_ERROR/ },
  "a function": { code: "return () => 1;", expected: /^VALIDATION_ERROR/ },
  "a symbol": { code: "return Symbol('s');", expected: /^VALIDATION_ERROR/ },
};

const throwing: Record<string, string> = {
  "an error whose message is ten megabytes": 'throw new Error("x".repeat(10_485_760));',
  "an error whose message throws": 'throw { get message() { throw new Error("m"); } };',
  "an error with details that are a cycle":
    'const d = {}; d.d = d; throw new FunctionError("CODE", "m", { details: d });',
  "an error with 10 MiB of details": 'throw new FunctionError("CODE", "m", { details: "x".repeat(10_485_760) });',
  "an error with a code that is no code":
    'const e = new FunctionError("CODE", "m"); e.code = { toString() { throw 1; } }; throw e;',
  "a proxy of an error": 'throw new Proxy(new Error("m"), { get() { throw new Error("trap"); } });',
  nothing: "throw undefined;",
};

describe("results, errors and names that are bombs", () => {
  let here: Awaited<ReturnType<typeof runSandbox>>;
  before(async () => {
    here = await runSandbox();
  });
  beforeEach(() => here.steps.clear());
  after(() => here[Symbol.asyncDispose]());

  /** The code and the message of what the step throws, and the attempt goes on with another step. */
  async function caught(body: string, options = "{ retries: 0 }"): Promise<string> {
    const code = `import { FunctionError } from "ferrule";
      export default async (i, ctx) => {
        let told = "nothing";
        try { await ctx.step("bomb", async () => { ${body} }, ${options}); } catch (error) { told = (typeof error.code === "string" ? error.code : "CODE") + ": " + error.message; }
        return [told.slice(0, 500), await ctx.step("after", () => 1)];
      };`;
    const result = await here.attempt(code, {}, { timeoutMs: 10_000 });
    assert.ok(result.outcome.kind === "returned", JSON.stringify(result.outcome).slice(0, 500));
    const [told, next] = JSON.parse(result.outcome.outputJson) as [string, number];
    assert.equal(next, 1);
    return told;
  }

  for (const [name, { code, expected }] of Object.entries(results))
    test(`the result ${name} is a clear error, and the run goes on`, async () => {
      assert.match(await caught(code), expected);
    });

  for (const [name, code] of Object.entries(throwing))
    test(`${name} is stored in bounds, and the run goes on`, async () => {
      assert.match(await caught(code), /^[A-Z_]+: /);
      const stored = here.steps.get("run_test")?.find(({ key }) => key === "bomb");
      assert.equal(stored?.state, "failed");
      assert.ok((stored.value?.length ?? 0) < 100_000, String(stored.value?.length));
    });

  test("keys like __proto__ are stored and come back as they were, and change nothing else", async () => {
    const code = `export default async (i, ctx) => {
      const got = await ctx.step("one", () => JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'));
      return [Object.keys(got), {}.polluted ?? null, got.polluted ?? null];
    };`;
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { outcome } = await here.attempt(code, { attempt });
      assert.deepEqual(outcome.kind === "returned" && JSON.parse(outcome.outputJson), [
        ["__proto__", "constructor"],
        null,
        null,
      ]);
    }
  });

  test("a result that never ends to be written is ended at the time limit, and so is a step that never ends", async () => {
    for (const body of ["return { toJSON() { for (;;); } }", "for (;;);", "await new Promise(() => {})"]) {
      const code = `export default (i, ctx) => ctx.step("one", async () => { ${body} });`;
      const { outcome } = await here.attempt(code, {}, { timeoutMs: 500 });
      assert.equal(outcome.kind, "terminated", body);
    }
  });

  test("a run that never sleeps ends with a full history or at its time limit", async () => {
    const steps = "export default async (i, ctx) => { for (;;) await ctx.step('again', () => 1); };";
    assert.equal(errorOf(await here.attempt(steps, {}, { timeoutMs: 20_000 })).code, "RUN_HISTORY_FULL");
    here.steps.clear();
    const caughtAgain = `export default async (i, ctx) => { for (;;) await ctx.step('again', () => 1).catch(() => {}); };`;
    const { outcome } = await here.attempt(caughtAgain, {}, { timeoutMs: 3_000 });
    assert.equal(outcome.kind, "terminated");
  });

  test("names and times that are none are refused, and nothing is stored", async () => {
    const code = `export default async (i, ctx) => {
      const names = ["", "x".repeat(101), "a\\nb", "a\\u0000b", "a\\u202eb", "a\\u2066b", "\\ud800", "a\\u2028b", null, undefined, 1,
        {}, { toString: () => "ok" }, ["a"], Symbol("s"), new String("a")];
      const told = [];
      const tell = async (run) => { try { await run(); told.push("ran"); } catch (error) { told.push(error.code); } };
      for (const name of names) for (const member of ["step", "sleep", "waitFor", "approve"])
        await tell(() => ctx[member](name, member === "step" ? () => 1 : member === "sleep" ? 0 : { event: "e", title: "t" }, { timeout: 1 }));
      for (const time of [NaN, -1, -Infinity, Infinity, "", "1", "5 m", "-5m", "1e3s", "9".repeat(400) + "d", "P", "PT", "P1Y", null, {}, [], 1n,
        new Date(NaN), "999999999999999d", new Date(8.64e15)]) await tell(() => ctx.sleep("sleep", time));
      for (const options of [{ retries: -1 }, { retries: NaN }, { retries: 1.5 }, { retries: Infinity }, { backoffMs: -1 }, { backoffMs: NaN }, { factor: 0 },
        { timeoutMs: 0 }, { timeoutMs: Infinity }, { noRetry: "X" }]) await tell(() => ctx.step("step", () => 1, options));
      for (const callback of [undefined, null, "x", {}]) await tell(() => ctx.step("step", callback));
      return told;
    };`;
    const { outcome } = await here.attempt(code, {}, { timeoutMs: 10_000 });
    assert.ok(outcome.kind === "returned", JSON.stringify(outcome));
    assert.deepEqual(new Set(JSON.parse(outcome.outputJson) as string[]), new Set(["VALIDATION_ERROR"]));
    assert.deepEqual(here.steps.get("run_test") ?? [], []);
  });

  test("10,000 steps and waits at once are a clear error, not a full memory", async () => {
    const many = `export default (i, ctx) => Promise.all(Array.from({ length: 10_000 }, (_, n) => ctx.sleep("s" + n, "5m")));`;
    assert.equal(errorOf(await here.attempt(many, {}, { timeoutMs: 10_000 })).code, "RUN_HISTORY_FULL");
    const steps = `export default (i, ctx) => Promise.all(Array.from({ length: 10_000 }, (_, n) => ctx.step("s" + n, () => n)));`;
    assert.equal(errorOf(await here.attempt(steps, {}, { timeoutMs: 10_000 })).code, "RUN_HISTORY_FULL");
  });

  test("a wait whose event, match or timeout is a bomb is refused or bounded", async () => {
    const deep = "'['.repeat(5_000) + ']'.repeat(5_000)";
    const tries = [
      `ctx.waitFor("w", { event: "e", match: JSON.parse(${deep}) }, { timeout: "5m" })`,
      `ctx.waitFor("w", { event: "e", match: "x".repeat(1_000_000) }, { timeout: "5m" })`,
      `ctx.waitFor("w", { event: "a\\u0000b" }, { timeout: "5m" })`,
      `ctx.waitFor("w", { event: "e", get match() { throw new Error("get"); } }, { timeout: "5m" })`,
      `ctx.approve("w", { title: "t", details: JSON.parse(${deep}) })`,
      `ctx.approve("w", { title: "t", details: "x".repeat(1_000_000) })`,
      `ctx.runs.wait("w", "x".repeat(1_000))`,
    ];
    for (const one of tries) {
      const { outcome } = await here.attempt(`export default (i, ctx) => ${one};`, {}, { timeoutMs: 5_000 });
      const isClear = outcome.kind === "threw" ? outcome.code !== "INTERNAL" : outcome.kind === "suspended";
      assert.ok(isClear, `${one}: ${JSON.stringify(outcome).slice(0, 300)}`);
    }
    const long = await here.attempt(
      `export default (i, ctx) => ctx.waitFor("w", { event: "e" }, { timeout: "999999999d" });`,
    );
    assert.equal(waitsOf(long).length, 1);
  });
});
