import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultPair } from "./default-pair.ts";

const items = [
  { revision: 4, activeIn: [] },
  { revision: 3, activeIn: ["development" as const] },
  { revision: 2, activeIn: ["production" as const] },
  { revision: 1, activeIn: [] },
];

test("compares what Production serves with the newest", () => {
  assert.deepEqual(defaultPair(items, {}), { from: 2, to: 4 });
});

test("compares with Development, then with the one before, where Production has none of it", () => {
  assert.deepEqual(defaultPair(items.slice(0, 2), {}), { from: 3, to: 4 });
  assert.deepEqual(defaultPair(items, { to: 2 }), { from: 1, to: 2 });
  assert.deepEqual(defaultPair(items.slice(3), {}), { from: 1, to: 1 });
});

test("keeps to what was asked for, and has nothing to compare before there is a revision", () => {
  assert.deepEqual(defaultPair(items, { from: 1, to: 3 }), { from: 1, to: 3 });
  assert.equal(defaultPair([], {}), null);
});
