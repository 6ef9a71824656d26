import type { RunningCall } from "../placement.ts";
import type { InvocationResult } from "./invocation.ts";
import type { Runner } from "./runner.ts";
import { endCall, leaveAttempt } from "./running-call.ts";

export function finish({ running }: Runner, call: RunningCall, outcome: InvocationResult["outcome"], cpuMs = 0): void {
  running.delete(call);
  endCall(call, outcome, cpuMs);
}

/** Ends a call that the worker could not run. It has no outcome. */
export function reject({ running }: Runner, call: RunningCall, error: unknown): void {
  running.delete(call);
  leaveAttempt(call);
  if (call.done) return;
  call.done = true;
  call.reject(error);
}

/** The call's new isolate has answered, so its executor may make another. */
export function booted({ pool }: Runner, call: RunningCall): void {
  if (call.booting === undefined) return;
  pool.settled(call.booting);
  call.booting = undefined;
}

/** Removes a call from its executor. */
export function leave(runner: Runner, call: RunningCall): void {
  leaveAttempt(call);
  booted(runner, call);
  call.executor?.calls.delete(call.id);
  if (call.executor !== undefined) runner.pool.released(call.executor);
  call.executor = undefined;
  call.isolate = undefined;
}

/** Handles a failure of the worker during a call: the call ends, and its executor or isolate is not used again. */
export const failing = (runner: Runner, call: RunningCall) => (error: unknown) => {
  runner.log.error({ err: error, functionId: call.invocation.functionId }, "a call failed in the sandbox");
  if (call.isolate !== undefined) {
    const { isolate } = call;
    leave(runner, call);
    runner.pool.putBack(isolate, true);
  }
  reject(runner, call, error);
};
