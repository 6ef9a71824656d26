import assert from "node:assert/strict";
import { test } from "node:test";
import { UnwrittenLines } from "./unwritten-lines.ts";

test("lines are held up to a bound, read in order in batches, and make room once acknowledged", () => {
  const unwritten = new UnwrittenLines();
  const line = "x".repeat(4 * 1_048_576);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map(() => unwritten.add(line)),
    [true, true, true, true, false],
  );
  assert.deepEqual(unwritten.read(3, 2 * line.length), { lines: [line, line], more: true });
  assert.deepEqual(unwritten.read(3, 1), { lines: [line], more: true });
  unwritten.acknowledge(3);
  assert.ok(unwritten.add("next"));
  assert.deepEqual(unwritten.read(1, 2 * line.length), { lines: [line], more: true });
  assert.deepEqual(unwritten.read(9, 2 * line.length), { lines: [line, "next"], more: false });
  unwritten.acknowledge(2);
  assert.equal(unwritten.read(9, 1), null);
});
