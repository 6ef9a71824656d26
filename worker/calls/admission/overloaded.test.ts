import assert from "node:assert/strict";
import { test } from "node:test";
import type { WorkerSettings } from "../../ground/settings.ts";
import { legacy } from "../../testing/rpc.ts";
import { startTestWorker, until } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const bounds: [string, Partial<WorkerSettings>, { same: number; another: number }][] = [
  ["the Function's share", { functionConcurrency: 1 }, { same: 503, another: 200 }],
  ["the tenant's share", { tenantConcurrency: 1 }, { same: 503, another: 503 }],
  ["the worker's memory", { memoryMb: 64 }, { same: 503, another: 503 }],
  ["no bound", {}, { same: 200, another: 200 }],
];

for (const [bound, settings, expected] of bounds) {
  test(`a call beyond ${bound} is ${expected.same}, one of another Function ${expected.another}`, async () => {
    const release = Promise.withResolvers<string>();
    let first = true;
    const waits = () => {
      if (!first) return Promise.resolve("at once");
      first = false;
      return release.promise;
    };
    await using worker = await startTestWorker({
      functions: tools,
      behaviours: { ...behaviours, waits },
      settings,
      slotWaitMs: 20,
    });
    const call = (name: string) => worker.post(legacy("tools/call", { name }));
    const running = call("waits");
    // If something below fails, the test should report that failure, and not the connection that closes with the
    // worker.
    running.catch(() => undefined);
    await until("it runs", () => worker.serving.slots.running === 1);
    const same = await call("waits");
    const another = await call("plain");
    assert.deepEqual({ same: same.status, another: another.status }, expected);
    for (const answer of [same, another].filter(({ status }) => status === 503)) {
      assert.equal(answer.headers.get("x-ferrule-not-started"), "busy");
      assert.match(await answer.text(), /OVERLOADED/);
    }
    const refused = worker.records.filter(({ error }) => error?.code === "OVERLOADED");
    assert.equal(refused.length, [same, another].filter(({ status }) => status === 503).length);
    release.resolve("done");
    assert.equal((await running).status, 200);
    assert.equal((await call("plain")).status, 200);
    assert.deepEqual([worker.serving.slots.running, worker.serving.slots.reservedMb], [0, 0]);
  });
}
