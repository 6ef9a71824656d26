import type { Log } from "@ferrule/kit/log.ts";
import { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { createDispatcher } from "../host-calls/dispatch.ts";
import type { HostCall } from "../host-calls/host-call.ts";
import { ExecutorPool } from "../pool/executor-pool.ts";
import { createInlineBar } from "../pool/inline-bar.ts";
import { openQuarantine } from "../pool/quarantine.ts";
import type { KeptCode } from "../process/executor-code.ts";
import { createFrameRation } from "../process/frame-ration.ts";
import { createLongCrypto } from "../process/long-crypto.ts";
import { createOomKills } from "../process/oom-kills.ts";
import { createPulse } from "../process/pulse.ts";
import { createCodeCache } from "./code-cache.ts";
import { condemn, setApart } from "./condemn.ts";
import { failing, finish } from "./finish-call.ts";
import type { Invocation, InvocationResult } from "./invocation.ts";
import { loseExecutor } from "./lose-executor.ts";
import { place } from "./place-call.ts";
import { terminated } from "./outcome/read-outcome.ts";
import type { Runner } from "./runner.ts";
import { createRunningCall } from "./running-call.ts";
import { createStackMapper } from "./outcome/stack-mapper.ts";
import { stop } from "./stop-call.ts";
import { takeFrame } from "./take-frame.ts";

export interface CallRunnerOptions {
  log: Log;
  executors: number;
  cpuLimitMs: number;
  idleIsolates: number;
  code: KeptCode;
  hostCalls: Record<string, HostCall>;
  quarantineFile: string | undefined;
}

const closed = () => new Error("The sandbox has been closed.");

function createRunner(options: CallRunnerOptions, dispatch: Runner["dispatch"]): Runner {
  const { log, executors, idleIsolates, code } = options;
  const oomKills = createOomKills();
  const pool = new ExecutorPool({
    log,
    executors,
    idleIsolates,
    code,
    onFrame: (executor, kind, id, parts) => takeFrame(runner, executor, kind, id, parts),
    onLost: (executor, attempts) => loseExecutor(runner, executor, attempts),
  });
  const pulse = createPulse(pool, {
    condemn: (executor, verdict) => condemn(runner, executor, verdict),
    wasHeavy: (functionKey) => setApart(runner, functionKey, "memory"),
    looked: (now) => oomKills.look(now),
  });
  const runner: Runner = {
    log,
    cpuLimitMs: options.cpuLimitMs,
    loadBundle: createCodeCache(),
    stacks: createStackMapper(),
    dispatch,
    quarantined: openQuarantine(options.quarantineFile, log),
    barred: createInlineBar(),
    oomKills,
    isWithinRation: createFrameRation(),
    running: new RenewedSet(),
    verdicts: new WeakMap(),
    pool,
    pulse,
    nextCall: 1,
    isClosed: false,
  };
  return runner;
}

/** Runs one call; see `Sandbox.invoke`. */
function invoke(runner: Runner, invocation: Invocation): Promise<InvocationResult> {
  return new Promise((resolve, reject) => {
    if (runner.isClosed) return reject(closed());
    const { signal } = invocation;
    const cancel = () => stop(runner, call, "cancelled");
    const settle = (result: InvocationResult) => {
      signal?.removeEventListener("abort", cancel);
      resolve(result);
    };
    const call = createRunningCall(invocation, settle, reject);
    runner.running.add(call);
    if (signal?.aborted === true) return cancel();
    signal?.addEventListener("abort", cancel);
    unwaited(place(runner, call), failing(runner, call));
  });
}

/** Runs calls from start to end: places them, handles their requests, ends them, and restarts innocent ones. */
export function createCallRunner(options: CallRunnerOptions) {
  const longCrypto = createLongCrypto(options.code.code, options.log);
  const dispatch = createDispatcher({ ...options.hostCalls, subtle: longCrypto.ask }, options.log);
  const runner = createRunner(options, dispatch);
  const { pool, running } = runner;
  return {
    /** Resolves when the first executor is ready, or when executors cannot start (`state`). */
    ready: (): Promise<void> => pool.begun,
    invoke: (invocation: Invocation): Promise<InvocationResult> => invoke(runner, invocation),
    state: () => {
      let isolates = 0;
      for (const executor of pool.executors) isolates += executor.isolates.size;
      return { executors: pool.executors.size, isolates, running: running.size, failing: pool.isFailing };
    },
    close: async () => {
      if (runner.isClosed) return;
      runner.isClosed = true;
      runner.pulse.stop();
      await Promise.all([pool[Symbol.asyncDispose](), longCrypto.close(), runner.stacks.close()]);
      for (const call of running) finish(runner, call, terminated("cancelled", "The worker is shutting down."));
    },
  };
}
