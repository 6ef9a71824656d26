import assert from "node:assert/strict";
import test from "node:test";
import { runWatched } from "./run-watched.ts";

const sleeper = new Int32Array(new SharedArrayBuffer(4));

test("time in which the machine gave this thread no processor does not count", () => {
  let runs = 0;
  const answer = runWatched(() => {
    runs += 1;
    if (runs === 1) Atomics.wait(sleeper, 0, 0, 2_000);
    return 7;
  }, 300);
  assert.deepEqual([answer, runs], [7, 2]);
});

test("work that does not end is ended, whether or not it gets the processor, after four turns at most", () => {
  const timeout = { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" };
  let runs = 0;
  const endless = () => {
    runs += 1;
    for (;;) continue;
  };
  assert.throws(() => runWatched(endless, 100), timeout);
  assert.ok(runs >= 1 && runs <= 4, `${runs} turns`);
  const asleep = () => {
    runs += 1;
    Atomics.wait(sleeper, 0, 0, 10_000);
  };
  runs = 0;
  assert.throws(() => runWatched(asleep, 100), timeout);
  assert.ok(runs >= 1 && runs <= 4, `${runs} turns`);
});
