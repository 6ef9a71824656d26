import assert from "node:assert/strict";
import { test } from "node:test";
import { oldestToKeep } from "./oldest-to-keep.ts";

const megabyte = 1_048_576;
const partition = (day: string, megabytes: number) => ({ day, bytes: megabytes * megabyte });
const lastDays = ["20260227", "20260228", "20260301", "20260302"].map((day) => partition(day, 10));
const ahead = [partition("20260303", 0), partition("20260304", 0)];
const kept = (days: number, megabytes: number, partitions = [...lastDays, ...ahead]) =>
  oldestToKeep(partitions, "20260302", days, megabytes);

test("keeps days by their age while there is room", () => {
  assert.deepEqual(kept(30, 1_000), { day: "20260131", bytes: 40 * megabyte });
  assert.deepEqual(kept(2, 1_000), { day: "20260228", bytes: 30 * megabyte });
});

test("keeps the newest days that have room, whole", () => {
  assert.deepEqual(kept(30, 40), { day: "20260131", bytes: 40 * megabyte });
  assert.deepEqual(kept(30, 39), { day: "20260228", bytes: 30 * megabyte });
  assert.deepEqual(kept(30, 10), { day: "20260302", bytes: 10 * megabyte });
});

test("keeps today even when it alone has no room, and says how much that is", () => {
  assert.deepEqual(kept(30, 1), { day: "20260302", bytes: 10 * megabyte });
});

test("keeps no older day behind one that was too large", () => {
  const partitions = [partition("20260228", 1), partition("20260301", 50), partition("20260302", 1)];
  assert.equal(kept(30, 10, partitions).day, "20260302");
});
