import assert from "node:assert/strict";
import test from "node:test";
import { FairTurns } from "./fair-turns.ts";

/** Turns by a clock that only work advances, so that a busy machine changes nothing. */
function turnsByClock() {
  let ms = 0;
  const spend = (spent: number) => (ms += spent);
  return { turns: new FairTurns({ now: () => ms }), spend };
}
const of = (projectId: string, tenantId = "default") => ({ projectId, tenantId });

test("Projects take turns by the time they have spent, and tenants within a Project", async () => {
  const { turns, spend } = turnsByClock();
  const order: string[] = [];
  const work = (name: string, ms: number) => () => {
    order.push(name);
    spend(ms);
  };
  const all = [
    ...Array.from({ length: 6 }, () => turns.run(of("busy", "a"), work("a", 8))),
    ...Array.from({ length: 2 }, () => turns.run(of("busy", "b"), work("b", 8))),
    ...Array.from({ length: 3 }, () => turns.run(of("quiet"), work("quiet", 2))),
  ];
  await Promise.all(all);
  assert.equal(order.length, 11);
  assert.ok(order.lastIndexOf("quiet") <= 5, `all of the quiet Project's pieces ran early: ${order.join(" ")}`);
  assert.ok(order.lastIndexOf("b") <= 8, `the second tenant did not wait for all of the first: ${order.join(" ")}`);
});

test("work rejects with what it throws, and the next has its turn", async () => {
  const turns = new FairTurns();
  const failing = turns.run(of("a"), () => {
    throw new RangeError("no");
  });
  await assert.rejects(failing, RangeError);
  assert.equal(await turns.run(of("a"), () => 7), 7);
});

test("between two pieces the thread is left to others, if there are others", async (t) => {
  const { turns, spend } = turnsByClock();
  const setTimer = t.mock.method(globalThis, "setTimeout");
  const fivePieces = () => Promise.all(Array.from({ length: 5 }, () => turns.run(of("a"), () => spend(10))));
  const rests = () => setTimer.mock.calls.map((call) => call.arguments[1]);
  turns.saw(of("a"));
  await fivePieces();
  assert.deepEqual(rests(), [], "nobody waits beside it");
  turns.saw(of("a", "other"));
  turns.saw(of("a"));
  await fivePieces();
  assert.deepEqual(rests(), [40, 40, 40, 40, 40], "four times as long as each piece");
});
