import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { invocationOf, startNeighbour, testSandbox, valueOf } from "../../conformance/harness.ts";
import type { HostCall } from "../../host-calls/host-call.ts";
import type { Sandbox } from "../../sandbox.ts";

/**
 * Calls of a quick Function run in their executor's main thread, until one is slow. The result does not show where a
 * call ran. But a call that was slow there starts again in another isolate, whose count starts at one.
 */
const spin = "const spin = (ms) => { for (const until = Date.now() + ms; Date.now() < until; ); };";
const grant = { secrets: [], hosts: [], collections: [], cache: true };
const reads: HostCall = () => Promise.resolve({ value: { found: true, value: 1 } });
const writes: HostCall = (_argument, _bytes, { touch }) => {
  touch();
  return Promise.resolve({ value: null });
};

let nextFunction = 1;

/**
 * Makes a Function whose handler runs `does` when the input tells it to be slow, and calls it until it counts as quick.
 * The time limit is that of the slow call.
 */
async function quick(sandbox: Sandbox, does: string, slowTimeoutMs = 60_000) {
  const functionId = `fn_quick_${nextFunction++}`;
  const code = `${spin} let calls = 0;
    export default async (input, ctx) => { calls += 1; if (input.slow) { ${does} } return calls; };`;
  const call = (slow: boolean, timeoutMs = 60_000) =>
    sandbox.invoke(invocationOf(code, { functionId, grant, timeoutMs, inputJson: JSON.stringify({ slow }) }));
  // On a crowded machine, its isolate may be evicted meanwhile; another one's count starts at one.
  let counted = 0;
  for (let n = 0; n < 40; n++) counted = Number(valueOf(await call(false)));
  return { slow: () => call(true, slowTimeoutMs), call: () => call(false), counted };
}

/** Repeats a slow call until it has overrun in the main thread. A crowded machine may need a few tries. */
async function overrun(sandbox: Sandbox, does: string, counts: unknown[]) {
  for (;;) {
    counts.length = 0;
    const { slow, call } = await quick(sandbox, does);
    const result = await slow();
    if (valueOf(result) === 1) return { result, call };
  }
}

describe("a call of a Function that has been quick", { timeout: 120_000, concurrency: 1 }, () => {
  let sandbox: Sandbox;
  let asked: unknown[] = [];
  const counted: HostCall = (argument, ...rest) => (asked.push(argument), reads(argument, ...rest));
  // Each test has its own Functions.
  before(async () => {
    sandbox = await testSandbox({ executors: 1, hostCalls: { "cache.get": counted, "cache.set": writes } });
  });
  beforeEach(() => (asked = []));
  after(() => sandbox[Symbol.asyncDispose]());

  test("is begun again when it is not, and nobody can tell", async () => {
    const does = "ctx.log.info('slow'); const asked = ctx.cache.get('key'); spin(150); await asked;";
    const { result, call } = await overrun(sandbox, does, asked);
    assert.equal(asked.length, 1);
    assert.deepEqual(
      result.logs.map(({ message }) => message),
      ["slow"],
    );
    assert.equal(valueOf(await call()), 2);
  });

  test("is begun again after it has read something", async () => {
    await overrun(sandbox, "await ctx.cache.get('key'); spin(150);", asked);
    assert.equal(asked.length, 2);
  });

  test("is not started again after it has reached outside: it takes as long as it takes", async () => {
    for (const does of [
      "await ctx.cache.set('key', 1); spin(150);",
      "await ctx.cache.set('key', 1); await ctx.cache.get('key'); spin(150);",
      "const set = ctx.cache.set('key', 1); await new Promise((r) => setTimeout(r, 1)); spin(150); await set;",
    ]) {
      const { slow, counted } = await quick(sandbox, does);
      assert.equal(valueOf(await slow()), counted + 1);
    }
  });

  test("is told of the promises that it has rejected, and is answered though it leaves code running", async () => {
    const rejects = await quick(sandbox, "Promise.reject(new Error('nobody')); ctx.log.info('said');");
    const { outcome, logs } = await rejects.slow();
    assert.equal(outcome.kind, "returned");
    assert.deepEqual(
      logs.map(({ message }) => message),
      ["said", "Unhandled rejection: Error: nobody"],
    );
    const leaves = "(async () => { for (let n = 0; n < 20; n++) await 0; for (;;); })();";
    const { slow } = await quick(sandbox, leaves);
    assert.equal((await slow()).outcome.kind, "returned");
  });

  test("has a thread of its own while more than four are under way in the worker", async () => {
    const stopping = new AbortController();
    const wait = () =>
      sandbox.invoke(
        // It runs in another executor, because a call beside it in its own would force a thread.
        invocationOf("export default () => new Promise((r) => setTimeout(r, 50_000));", {
          environment: "production",
          timeoutMs: 60_000,
          signal: stopping.signal,
        }),
      );
    const waiting = [wait(), wait(), wait()];
    await overrun(sandbox, "spin(150);", []);
    waiting.push(wait());
    const { slow, counted } = await quick(sandbox, "spin(150);");
    assert.equal(valueOf(await slow()), counted + 1);
    stopping.abort();
    for (const { outcome } of await Promise.all(waiting)) assert.equal(outcome.kind, "terminated");
  });

  const endless = {
    "in a loop": "for (;;);",
    "in a loop after an await": "await null; for (;;);",
    "in a loop after an answer": "await ctx.cache.get('key'); for (;;);",
    "in a loop after a timer": "await new Promise((r) => setTimeout(r, 1)); for (;;);",
    "in a built-in that cannot be interrupted": "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);",
  };
  for (const [where, does] of Object.entries(endless)) {
    test(`ends at its limit ${where}, and its neighbour keeps answering`, async () => {
      const { slow } = await quick(sandbox, does, 300);
      const ending = slow();
      const neighbour = startNeighbour(sandbox);
      const { outcome } = await ending;
      const { right, wrong } = await neighbour.stop();
      assert.equal(outcome.kind === "terminated" && outcome.reason, "timeout");
      assert.deepEqual(wrong, []);
      assert.ok(right > 0);
    });
  }

  test("ends when it takes too much memory", async () => {
    const hoards = await quick(sandbox, "for (const all = []; ; ) all.push(new Array(10_000).fill(all.length));");
    const { outcome } = await hoards.slow();
    assert.equal(outcome.kind === "terminated" && outcome.reason, "memory");
  });
});

test(
  "a main thread that a built-in holds up costs its executor, once",
  { timeout: 120_000, skip: process.platform === "linux" ? false : "reads /proc" },
  async () => {
    const log = createLog("worker", "silent");
    const whys: unknown[] = [];
    log.warn = (told: { why?: string }) => whys.push(told.why);
    await using sandbox = await testSandbox({ executors: 1, log });
    // It cannot be interrupted, and ends after a second or two.
    const does = "Array.prototype.reverse.call({ length: 2 ** 27 });";
    // The neighbour's call comes while the main thread is blocked. It starts elsewhere, and is not blamed.
    for (let isSpared = false; !isSpared;) {
      whys.length = 0;
      const neighbour = await quick(sandbox, "spin(150);");
      const { slow } = await quick(sandbox, does);
      const ending = slow();
      await delay(20);
      const beside = neighbour.call();
      assert.equal((await ending).outcome.kind, "returned");
      assert.equal((await beside).outcome.kind, "returned");
      if (!whys.includes("held")) continue;
      whys.length = 0;
      assert.equal((await slow()).outcome.kind, "returned");
      assert.deepEqual(whys, []);
      for (let n = 0; n < 40; n++) await neighbour.call();
      isSpared = valueOf(await neighbour.slow()) === 1;
    }
  },
);
