import assert from "node:assert/strict";
import { test } from "node:test";
import { FairQueue } from "./fair-queue.ts";

const filled = (...names: string[]) => {
  const queue = new FairQueue<{ holder: string; name: string }>();
  for (const name of names) queue.add({ holder: name[0]!, name });
  return queue;
};
const drain = (queue: ReturnType<typeof filled>) => {
  const order: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) order.push(next.name);
  return order;
};

test("holders take turns, whatever the length of their queues", () => {
  assert.deepEqual(drain(filled("a1", "a2", "a3", "b1", "c1", "c2")), ["a1", "b1", "c1", "a2", "c2", "a3"]);
});

test("who does not fit is passed over and keeps its place", () => {
  const queue = filled("a1", "a2", "b1");
  assert.equal(queue.peek(({ name }) => name !== "a1")?.name, "a2");
  assert.equal(queue.next(({ name }) => name === "b1")?.name, "b1");
  assert.deepEqual([queue.size, drain(queue)], [2, ["a1", "a2"]]);
});

test("who waits no more is gone once", () => {
  const queue = new FairQueue<{ holder: string }>();
  const waiting = { holder: "a" };
  queue.add(waiting);
  assert.deepEqual([queue.remove(waiting), queue.remove(waiting), queue.size], [true, false, 0]);
});
