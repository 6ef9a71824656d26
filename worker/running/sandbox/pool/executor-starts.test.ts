import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { createLog } from "@ferrule/kit/log.ts";
import { createCallRunner } from "../call/call-runner.ts";
import { invocationOf, valueOf } from "../conformance/harness.ts";
import { findExecutorCode } from "../process/executor-code.ts";

const log = createLog("worker", "silent");

/** A call runner whose executors run `broken` until their code was requested `heals` more times. */
async function startBroken(broken: string, { heals }: { heals: number }) {
  const found = await findExecutorCode(undefined, log);
  const { executor } = found.code;
  found.code.executor = broken;
  const state = { retaken: 0, mend: () => (found.code.executor = executor) };
  const code = {
    ...found,
    retake: async () => {
      state.retaken += 1;
      if (state.retaken === heals) state.mend();
    },
  };
  const quiet = { executors: 1, cpuLimitMs: 1_000, idleIsolates: 10, hostCalls: {}, quarantineFile: undefined };
  const runner = createCallRunner({ log, code, ...quiet });
  return { state, runner, [Symbol.asyncDispose]: runner.close };
}

const call = invocationOf("export default () => 1;");

test("executors that end at once get their code again, once", async () => {
  await using started = await startBroken("process.exit(1);", { heals: 1 });
  const { runner, state } = started;
  await runner.ready();
  assert.equal(valueOf(await runner.invoke(call)), 1);
  assert.equal(state.retaken, 1);
  assert.equal(runner.state().failing, false);
});

test("executors that still end at once make the worker unready, until one stands", async () => {
  await using started = await startBroken("process.exit(1);", { heals: Number.POSITIVE_INFINITY });
  const { runner, state } = started;
  await runner.ready();
  assert.equal(runner.state().failing, true);
  assert.equal(state.retaken, 1);
  state.mend();
  assert.equal(valueOf(await runner.invoke(call)), 1);
  const deadline = AbortSignal.timeout(20_000);
  while (runner.state().failing) {
    deadline.throwIfAborted();
    await once(AbortSignal.timeout(50), "abort");
  }
});
