import assert from "node:assert/strict";
import { test } from "node:test";
import { isolateBytes, nativeCapBytes, weighBytes, weighMs } from "../limits.ts";
import { isBeyondCap, newWeighing, noteFresh, noteResident, noteWeight, possiblyHeavy } from "./weighing.ts";

const megabyte = 1024 * 1024;
const fresh = 60 * megabyte;
const weighing = () => {
  const made = newWeighing();
  noteFresh(made, fresh);
  return made;
};
const none = { busyBytes: 0, isolates: 0 };
const weight = (bytes: number, possible: [number, number][] = []) => ({ bytes, possible, heavy: [] });

test("an executor is weighed from growth on that nothing explains, until it is explained", () => {
  const one = weighing();
  noteResident(one, fresh + weighBytes, none, 0);
  assert.equal(one.since, undefined);
  noteResident(one, fresh + weighBytes + 1, none, 10);
  assert.equal(one.since, 10);
  noteWeight(one, weight(weighBytes), { residentBytes: fresh + weighBytes + 1, isolates: 0 });
  assert.equal(one.since, undefined);
  noteResident(one, fresh + 2 * weighBytes, none, 20);
  assert.equal(one.since, undefined, "what is accounted for is no growth");
});

test("a burst of new isolates is no growth that has to be explained", () => {
  const one = weighing();
  const isolates = 60;
  noteResident(one, fresh + weighBytes + isolates * isolateBytes, { busyBytes: 0, isolates }, 0);
  assert.equal(one.since, undefined);
});

test("growth in small steps is no less growth", () => {
  const one = weighing();
  for (let bytes = fresh; bytes <= fresh + 2 * weighBytes && one.since === undefined; bytes += megabyte)
    noteResident(one, bytes, none, 0);
  assert.equal(one.since, 0);
});

test("what nobody is found for is left after a while, but the cap counts it", () => {
  const one = weighing();
  const bytes = fresh + 2 * weighBytes;
  noteResident(one, bytes, none, 0);
  assert.equal(noteResident(one, bytes, none, weighMs - 1), false);
  assert.equal(noteResident(one, bytes, none, weighMs), true);
  assert.equal(one.since, undefined);
  assert.equal(isBeyondCap(one, fresh + nativeCapBytes, 0), false);
  assert.equal(isBeyondCap(one, fresh + nativeCapBytes + 1, 0), true);
  assert.equal(isBeyondCap(one, fresh + nativeCapBytes + 1, megabyte), false, "its calls may use their limits");
});

test("suspects are those that may have taken much while others ran", () => {
  const one = weighing();
  noteResident(one, fresh + 2 * weighBytes, none, 0);
  const possible: [number, number][] = [
    [1, megabyte],
    [2, 40 * megabyte],
  ];
  noteWeight(one, weight(0, possible), { residentBytes: fresh + 2 * weighBytes, isolates: 0 });
  assert.deepEqual([...possiblyHeavy(one)], [2]);
});
