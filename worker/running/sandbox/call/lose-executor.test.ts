import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import { executorPids } from "../conformance/executor-pids.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";

const waiting = "export default async () => { await new Promise((done) => setTimeout(done, 300)); return 'done'; };";

test("calls whose executors are all killed at once begin again, though each is lost by itself", async () => {
  await using sandbox = await testSandbox({ executors: 4 });
  const callAll = () =>
    Array.from({ length: 24 }, (_, n) => sandbox.invoke(invocationOf(waiting, { tenantId: `tenant-${n}` })));
  await Promise.all(callAll());
  for (let round = 0; round < 3; round += 1) {
    const calls = callAll();
    await delay(100);
    const pids = executorPids(process.pid);
    assert.ok(pids.length >= 2, String(pids.length));
    for (const pid of pids) process.kill(pid, "SIGKILL");
    assert.deepEqual(
      (await Promise.all(calls)).map(valueOf),
      calls.map(() => "done"),
    );
  }
});
