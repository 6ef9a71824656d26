import assert from "node:assert/strict";
import { test } from "node:test";
import { whoGrew } from "./who-grew.ts";

const megabyte = 1024 * 1024;
const turn = (sinceMb: number) => ({ memoryMb: 64, sinceBytes: sinceMb * megabyte });
const grew = (mb: number, ...turns: ReturnType<typeof turn>[]) => whoGrew(mb * megabyte, 60 * megabyte, turns);

test("an executor may grow by the limits of the calls in it, and something on top", () => {
  assert.equal(grew(180, turn(60)), undefined);
  assert.equal(grew(240, turn(60), turn(60)), undefined);
});

test("a call during whose turn it grew beyond that is blamed", () => {
  const hoarder = turn(70);
  assert.deepEqual(grew(200, hoarder), [hoarder]);
});

test("a call that has begun since is not blamed for what others left or are taking", () => {
  assert.deepEqual(grew(200, turn(195)), []);
  const hoarder = turn(60);
  assert.deepEqual(grew(300, turn(290), hoarder), [hoarder]);
});
