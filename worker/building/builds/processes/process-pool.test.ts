import assert from "node:assert/strict";
import { test } from "node:test";
import type { GuardedProcess } from "./guarded-process.ts";
import { ProcessPool } from "./process-pool.ts";

test("a spare process waits for another Project once there is more than one", async () => {
  const started: GuardedProcess[] = [];
  const start = () => {
    const one = { alive: true, [Symbol.asyncDispose]: async () => {} } as GuardedProcess;
    started.push(one);
    return one;
  };
  await using pool = new ProcessPool({ start, warm: 2, failed: (error) => assert.fail(String(error)) });
  const build = async (project: string) => {
    const process = pool.take(project);
    await pool.giveBack(project, process);
    pool.prepare();
    return started.indexOf(process);
  };
  assert.deepEqual([await build("one"), await build("one"), started.length], [0, 0, 1]);
  assert.deepEqual([await build("two"), started.length], [1, 3]);
  assert.deepEqual([await build("two"), await build("one")], [1, 2]);
});
