import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { AttemptsInHand } from "./attempts-in-hand.ts";
import { Leases } from "./leases.ts";

const log = createLog("worker", "silent");
const one = { runId: "run_1", attempt: 1, mode: "durable" } as const;

test("leases that are shorter than a worker expects at first are renewed in their time", async () => {
  const inHand = new AttemptsInHand();
  const renewed = Promise.withResolvers<void>();
  const ask = async () => {
    renewed.resolve();
    return { lost: [] };
  };
  const leases = new Leases(inHand, ask, log);
  const over = new AbortController();
  const renewing = leases.renewAgainAndAgain(over.signal);
  const run = Promise.withResolvers<void>();
  const began = performance.now();
  inHand.begin(one, leases.given(2_000, began), () => run.promise);
  await renewed.promise;
  const took = performance.now() - began;
  // A crowded machine gets more time, but less than the 5 s after which leases of 15 s are renewed.
  assert.ok(took < (process.env["FERRULE_TEST_LENGTH"] === "full" ? 2_000 : 4_500), `${took} ms`);
  over.abort();
  run.resolve();
  await renewing;
});

/** Leases of 1 s at a clock that only the test moves, and one attempt that came when the clock said 0. */
function hold(askedAt: number, answer: (holding: HeldAttempt[]) => Promise<{ lost: string[] }>) {
  const clock = { now: 0, asked: 0 };
  const inHand = new AttemptsInHand();
  const ask = (holding: HeldAttempt[]) => {
    clock.asked += 1;
    return answer(holding);
  };
  const leases = new Leases(inHand, ask, log, () => clock.now);
  const run = Promise.withResolvers<void>();
  let aborted: AbortSignal = AbortSignal.abort();
  inHand.begin(one, leases.given(1_000, askedAt), (signal) => {
    aborted = signal;
    return run.promise;
  });
  return { clock, leases, signal: aborted, [Symbol.dispose]: run.resolve };
}

test("a lease is sure from the request for it on, for as long as it lasts, and then no longer", async () => {
  using held = hold(-100, async () => ({ lost: [] }));
  const { clock, leases, signal } = held;
  clock.now = 899;
  assert.equal(leases.isSure(one), true);
  await leases.settle(one, signal);
  assert.equal(clock.asked, 0);
  clock.now = 900;
  assert.equal(leases.isSure(one), false);
  await leases.settle(one, signal);
  assert.deepEqual([clock.asked, leases.isSure(one), signal.aborted], [1, true, false]);
  clock.now = 1_900;
  assert.equal(leases.isSure(one), false, "a renewal lasts no longer than a lease");
});

test("an attempt that came in an answer which lay there for long does not begin if somebody else has it", async () => {
  using held = hold(-6_000, async () => ({ lost: [one.runId] }));
  const { leases, signal } = held;
  assert.equal(leases.isSure(one), false);
  await leases.settle(one, signal);
  assert.deepEqual([leases.isSure(one), signal.aborted], [false, true]);
});

test("while the control plane says nothing, a lease that may be over is asked for again, until it is over", async () => {
  let fails = 2;
  const refuse = async () => {
    fails -= 1;
    if (fails >= 0) throw new Error("Nobody is there.");
    return { lost: [] };
  };
  using held = hold(-6_000, refuse);
  await held.leases.settle(one, held.signal);
  assert.deepEqual([held.clock.asked, held.leases.isSure(one), held.signal.aborted], [3, true, false]);
  using silent = hold(-6_000, async () => {
    silent.clock.now += 300;
    throw new Error("Nobody is there.");
  });
  await silent.leases.settle(one, silent.signal);
  assert.deepEqual([silent.clock.asked, silent.signal.aborted], [4, true]);
});

test("a renewal whose answer came late makes no lease sure, so another one follows", async () => {
  const slow = [5_000, 0];
  using held = hold(-6_000, async () => {
    held.clock.now += slow.shift() ?? 0;
    return { lost: [] };
  });
  await held.leases.settle(one, held.signal);
  assert.deepEqual([held.clock.asked, held.leases.isSure(one)], [2, true]);
});
