import assert from "node:assert/strict";
import { test } from "node:test";
import { chargeableMs, shareCpu, type CpuReading } from "./cpu-meter.ts";

const fresh = (): CpuReading => ({ countedMs: 0, waitedMs: 0 });

test("a turn that has a processor to itself is charged all of its time", () => {
  const reading = fresh();
  for (let n = 1; n <= 5; n++) shareCpu(20, [{ reading, countedMs: n * 20 }]);
  assert.equal(chargeableMs(reading), 100);
});

test("a turn is not charged for the time in which others had the processors", () => {
  const reading = fresh();
  for (let n = 1; n <= 5; n++) shareCpu(2, [{ reading, countedMs: n * 20 }]);
  assert.equal(chargeableMs(reading), 10);
});

test("turns that run beside each other share what the process used; one that stands still has no part", () => {
  const [one, two, idle] = [fresh(), fresh(), fresh()];
  shareCpu(20, [
    { reading: one, countedMs: 20 },
    { reading: two, countedMs: 20 },
    { reading: idle, countedMs: 0 },
  ]);
  assert.deepEqual([one, two, idle].map(chargeableMs), [10, 10, 0]);
});

test("what the engine has put right is not taken off twice", () => {
  const reading = fresh();
  shareCpu(5, [{ reading, countedMs: 100 }]);
  assert.equal(chargeableMs(reading), 5);
  shareCpu(0, [{ reading, countedMs: 5 }]);
  assert.equal(chargeableMs(reading), 5);
});
