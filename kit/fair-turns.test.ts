import assert from "node:assert/strict";
import test from "node:test";
import { FairTurns } from "./fair-turns.ts";

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) continue;
}
const of = (projectId: string, tenantId = "default") => ({ projectId, tenantId });

test("Projects take turns by the time they have spent, and tenants within a Project", async () => {
  const turns = new FairTurns();
  const order: string[] = [];
  const work = (name: string, ms: number) => () => {
    order.push(name);
    spin(ms);
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

test("between two pieces the thread is left to others, if there are others", async () => {
  const turns = new FairTurns();
  const time = async () => {
    const began = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => turns.run(of("a"), () => spin(10))));
    return performance.now() - began;
  };
  turns.saw(of("a"));
  const alone = await time();
  turns.saw(of("a", "other"));
  turns.saw(of("a"));
  const beside = await time();
  assert.ok(beside >= 200 && beside > 2 * alone, `${alone} ms alone, ${beside} ms beside another`);
});
