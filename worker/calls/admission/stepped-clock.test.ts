import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { noteSharedTime } from "@ferrule/kit/shared-time.ts";
import { legacy } from "../../testing/rpc.ts";
import { startTestWorker, until } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const tenMinutes = 600_000;
/** From now on, the shared clock is this far ahead of this machine's, as if the database's clock had jumped. */
const stepTo = (aheadMs: number) => {
  const now = Date.now();
  noteSharedTime(now + aheadMs, now, now);
};

afterEach(() => stepTo(0));

for (const [step, aheadMs] of [
  ["ahead", tenMinutes],
  ["back", -tenMinutes],
] as const) {
  describe(`where the shared clock steps ten minutes ${step} while a call is under way`, () => {
    /** A worker whose only slot is taken, and a function that frees it. */
    async function fullWorker(slotWaitMs: number) {
      const release = Promise.withResolvers<string>();
      const waits = () => release.promise;
      const settings = { runtimeConcurrency: 1 };
      const worker = await startTestWorker({
        functions: tools,
        behaviours: { ...behaviours, waits },
        settings,
        slotWaitMs,
      });
      const running = worker.post(legacy("tools/call", { name: "waits" }));
      await until("it runs", () => worker.serving.slots.running === 1);
      const waiting = worker.post(legacy("tools/call", { name: "plain" }));
      await until("the next one waits", () => worker.serving.slots.waiting === 1);
      const begunMs = Date.now();
      stepTo(aheadMs);
      const end = async () => {
        release.resolve("done");
        assert.equal((await running).status, 200);
        await worker[Symbol.asyncDispose]();
      };
      return { worker, waiting, begunMs, release, end };
    }

    test("the time that it waited for a slot is what it took", async () => {
      const { worker, waiting, begunMs, release, end } = await fullWorker(60_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
      release.resolve("done");
      assert.equal((await waiting).status, 200);
      const record = worker.records.find(({ functionName }) => functionName === "plain")!;
      assert.ok(record.queueMs >= 25 && record.queueMs < 10_000, `${record.queueMs} ms`);
      assert.ok(Math.abs(Date.parse(record.startedAt) - begunMs) < 10_000, record.startedAt);
      await end();
    });

    test("the time until it was refused is what it took", async () => {
      const { worker, waiting, end } = await fullWorker(100);
      assert.equal((await waiting).status, 503);
      const { durationMs } = worker.records.find(({ error }) => error?.code === "OVERLOADED")!;
      assert.ok(durationMs >= 90 && durationMs < 10_000, `${durationMs} ms`);
      await end();
    });
  });
}
