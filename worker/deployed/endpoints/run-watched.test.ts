import assert from "node:assert/strict";
import test from "node:test";
import { runWatched } from "./run-watched.ts";

const sleeper = new Int32Array(new SharedArrayBuffer(4));

test("time in which the machine gave this thread no processor does not count", () => {
  let runs = 0;
  const answer = runWatched(() => {
    runs += 1;
    if (runs === 1) Atomics.wait(sleeper, 0, 0, 1_000);
    return 7;
  }, 50);
  assert.deepEqual([answer, runs], [7, 2]);
});

test("work that takes the processor is ended once, and work that never gets it is ended too", () => {
  let runs = 0;
  const endless = () => {
    runs += 1;
    for (;;) continue;
  };
  assert.throws(() => runWatched(endless, 50), { code: "ERR_SCRIPT_EXECUTION_TIMEOUT" });
  assert.equal(runs, 1);
  assert.throws(() => runWatched(() => Atomics.wait(sleeper, 0, 0, 10_000), 50), {
    code: "ERR_SCRIPT_EXECUTION_TIMEOUT",
  });
});
