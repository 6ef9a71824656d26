import { openTestRunner } from "@ferrule/worker/building/test-runs/testing/test-runner.ts";

/** A small Function, and a file of three tests of it. */
const tested = (n: number, edited = "") => ({
  slug: `f${n}`,
  source: `/** ${n} */\nexport default (input: { a: string }) => ({ b: input.a + "${n}" });`,
  tests: `import { call, expect, test } from "ferrule/test";
test("adds", async () => { expect((await call({ a: "x" })).output).toEqual({ b: "x${n}" }); });
test("compares", () => { expect([1, { a: 2 }]).toEqual([1, { a: 2 }]); });
test("refuses", async () => { expect((await call({})).status).toBe("rejected"); });${edited}`,
});

await using runner = await openTestRunner();
// Starts the processes of the builder.
await runner.run([tested(1_000)]);

/** Runs files of tests, all of which must pass. Returns how long it took, in ms. */
async function measure(files: ReturnType<typeof tested>[]): Promise<number> {
  const began = performance.now();
  const { functions } = await runner.run(files);
  const tookMs = performance.now() - began;
  const passed = functions.flatMap(({ tests }) => tests).filter(({ status }) => status === "passed").length;
  if (passed !== 3 * files.length) throw new Error(`${passed} of ${3 * files.length} tests passed`);
  return Math.round(tookMs);
}

const files = Array.from({ length: 100 }, (_, n) => tested(n));
const first = await measure(files);
const unchanged = await measure(files);
const edited = await measure(files.map((file, n) => (n === 5 ? tested(n, "\n// edited") : file)));
const one = await measure(files.slice(0, 1));
console.table([{ "100 files, ms": first, "unchanged, ms": unchanged, "one edited, ms": edited, "one alone, ms": one }]);
