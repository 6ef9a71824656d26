import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "../../conformance/harness.ts";
import type { Invocation, InvocationResult } from "../../call/invocation.ts";
import type { Sandbox } from "../../sandbox.ts";

/**
 * The Function is quick, unless it is told to wait, to loop, or to burn CPU after its result. Each call records that it
 * was entered.
 */
const source = `let inside = 0;
  export default async (i, ctx) => {
    if (++inside > 1) throw new Error("two at a time");
    try {
      ctx.cache.get(String(i.n)).catch(() => {});
      if (i.waits) await new Promise(() => {});
      if (i.pauses) await new Promise((r) => setTimeout(r, 50));
      if (i.loops) for (;;);
      if (i.burns) (async () => { for (let n = 0; n < 20; n++) await 0; for (;;); })();
      return i.n;
    } finally { inside--; }
  };`;
const grant = { secrets: [], hosts: [], collections: [], cache: true };
const call = (input: object, over: Partial<Invocation> = {}) =>
  invocationOf(source, { inputJson: JSON.stringify(input), grant, timeoutMs: 60_000, ...over });

/** A sandbox that counts the Function as quick, and how often each call was entered. */
async function warmed() {
  const entered = new Map<string, number>();
  const sandbox = await testSandbox({
    executors: 1,
    cpuLimitMs: 60_000,
    hostCalls: {
      "cache.get": (argument) => {
        const { key } = argument as { key: string };
        entered.set(key, (entered.get(key) ?? 0) + 1);
        return Promise.resolve({ value: { found: false } });
      },
    },
  });
  for (let n = 0; n < 60; n++) assert.equal(valueOf(await sandbox.invoke(call({ n: `warm ${n}` }))), `warm ${n}`);
  return { sandbox, entered, [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose]() };
}

const quick = (sandbox: Sandbox, calls: number) =>
  Promise.all(Array.from({ length: calls }, (_, n) => sandbox.invoke(call({ n }))));
const numbers = (calls: number) => Array.from({ length: calls }, (_, n) => n);
const reasonOf = ({ outcome }: InvocationResult) => (outcome.kind === "terminated" ? outcome.reason : outcome.kind);

describe("calls in line for an isolate", () => {
  test("are each answered, entered once and one at a time, by few isolates", async () => {
    await using warm = await warmed();
    assert.deepEqual((await quick(warm.sandbox, 64)).map(valueOf), numbers(64));
    assert.deepEqual(
      numbers(64).map((n) => warm.entered.get(String(n))),
      numbers(64).map(() => 1),
    );
    // A machine with other work creates more of them.
    if (process.env["FERRULE_TEST_LENGTH"] === "full")
      assert.ok(warm.sandbox.state().isolates <= availableParallelism() + 6, `${warm.sandbox.state().isolates}`);
  });

  for (const [what, how] of Object.entries({
    "waits for something outside": { waits: true },
    "does not come to an end": { loops: true },
  })) {
    test(`go elsewhere when the one ahead ${what}`, async () => {
      await using warm = await warmed();
      const ending = new AbortController();
      let ended = false;
      const slow = warm.sandbox.invoke(call({ n: "slow", ...how }, { signal: ending.signal })).finally(() => {
        ended = true;
      });
      assert.deepEqual((await quick(warm.sandbox, 40)).map(valueOf), numbers(40));
      assert.equal(ended, false, "they did not wait for it");
      ending.abort();
      assert.equal(reasonOf(await slow), "cancelled");
      assert.deepEqual(
        numbers(40).map((n) => warm.entered.get(String(n))),
        numbers(40).map(() => 1),
      );
    });
  }

  test("are not held up by what an earlier one left running", async () => {
    await using warm = await warmed();
    const burning = warm.sandbox.invoke(call({ n: "burns", burns: true }));
    assert.deepEqual((await quick(warm.sandbox, 30)).map(valueOf), numbers(30));
    assert.equal(valueOf(await burning), "burns");
  });

  test("are begun elsewhere however many isolates earlier ones have ruined", async () => {
    await using warm = await warmed();
    const pause = numbers(8).map((n) => warm.sandbox.invoke(call({ n, pauses: true })));
    assert.deepEqual((await Promise.all(pause)).map(valueOf), numbers(8));
    const ruined = await Promise.all(numbers(8).map((n) => warm.sandbox.invoke(call({ n, burns: true }))));
    assert.deepEqual(ruined.map(valueOf), numbers(8));
    for (const n of numbers(4)) assert.equal(valueOf(await warm.sandbox.invoke(call({ n }))), n);
  });

  test("are cancelled without harm to their neighbours", async () => {
    await using warm = await warmed();
    const ending = new AbortController();
    const cancelled = numbers(30).map((n) => warm.sandbox.invoke(call({ n: `c${n}` }, { signal: ending.signal })));
    const others = quick(warm.sandbox, 30);
    ending.abort();
    for (const result of await Promise.all(cancelled)) assert.ok(["cancelled", "returned"].includes(reasonOf(result)));
    assert.deepEqual((await others).map(valueOf), numbers(30));
  });
});
