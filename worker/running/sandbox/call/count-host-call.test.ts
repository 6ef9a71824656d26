import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import { Cancellation } from "../../../ground/cancellation.ts";
import { countHostCall } from "./count-host-call.ts";

const callWith = (openOps: number) => ({
  hostCalls: 0,
  fetches: 0,
  writes: 0,
  ops: new Map(Array.from({ length: openOps }, (_, n) => [n, new Cancellation()])),
});
/** How many calls in a row it lets through, out of at most 120,000. */
function through(call: ReturnType<typeof callWith>, name: string): number {
  let count = 0;
  while (count < 120_000 && countHostCall(call, name)) count += 1;
  return count;
}

describe("the worker counts for itself what a call asks for", () => {
  test("host calls in all", () => assert.equal(through(callWith(0), "cache.get"), 10_000));
  test("requests to the outside", () => assert.equal(through(callWith(0), "fetch"), 50));
  test("writes of a streamed answer, beside the others", () => {
    const call = callWith(0);
    assert.equal(through(call, "http.write"), 100_000);
    assert.equal(through(call, "cache.get"), 10_000);
  });
  test("host calls at once", () => {
    assert.equal(countHostCall(callWith(63), "cache.get"), true);
    assert.equal(countHostCall(callWith(64), "cache.get"), false);
  });
});

describe("a call", () => {
  const answering = { "cache.get": () => Promise.resolve({ value: { found: false } }) };
  const grant = { secrets: [], hosts: [], collections: [], cache: true };

  // This many calls take seconds, or a minute on a crowded machine.
  const long = { skip: process.env["FERRULE_TEST_LENGTH"] === "full" ? false : "long" };
  test("may ask 10,000 times, one after another, and is refused the next", long, async () => {
    await using sandbox = await testSandbox({ executors: 1, hostCalls: answering, cpuLimitMs: 120_000 });
    const source = `export default async (i, ctx) => { let asked = 0;
      try { for (;;) { await ctx.cache.get("k"); asked++; } } catch (error) { return [asked, error.code]; } };`;
    const result = await sandbox.invoke(invocationOf(source, { grant, timeoutMs: 120_000 }));
    assert.deepEqual(valueOf(result), [10_000, "LIMIT_EXCEEDED"]);
  });

  test("has at most 64 answers outstanding", async () => {
    const open: (() => void)[] = [];
    const hostCalls = {
      "cache.get": () =>
        new Promise<{ value: unknown }>((resolve) => open.push(() => resolve({ value: { found: false } }))),
    };
    await using sandbox = await testSandbox({ executors: 1, hostCalls });
    const source = `export default async (i, ctx) => {
      const all = Array.from({ length: 70 }, () => ctx.cache.get("k").then(() => "fine", (error) => error.code));
      setTimeout(() => ctx.log.info("asked"), 0);
      const answers = await Promise.all(all);
      return [answers.filter((a) => a === "fine").length, answers.filter((a) => a === "LIMIT_EXCEEDED").length]; };`;
    const result = await sandbox.invoke(
      invocationOf(source, { grant, timeoutMs: 60_000, onLog: () => open.splice(0).forEach((answer) => answer()) }),
    );
    assert.deepEqual(valueOf(result), [64, 6]);
  });
});
