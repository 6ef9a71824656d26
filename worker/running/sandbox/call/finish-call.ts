import type { Attempt, RunningCall } from "../placement.ts";
import { release } from "./attempt.ts";
import type { InvocationResult, TerminationReason } from "./invocation.ts";
import type { Runner } from "./runner.ts";
import { endCall, rejectCall } from "./running-call.ts";

export function finish({ running }: Runner, call: RunningCall, outcome: InvocationResult["outcome"], cpuMs = 0): void {
  running.delete(call);
  endCall(call, outcome, cpuMs);
}

/** Ends a call that the worker could not run. Such a call has no outcome. */
export function reject({ running }: Runner, call: RunningCall, error: unknown): void {
  running.delete(call);
  rejectCall(call, error);
}

/** The attempt's new isolate has responded, so its executor may create another. */
export function booted({ pool }: Runner, attempt: Attempt): void {
  const { call, isolate } = attempt;
  const { state } = call;
  if (state.attempt !== attempt) return;
  if (state.kind === "booting") call.state = { kind: "running", attempt };
  else if (state.kind === "stopping" && state.isBooting) call.state = { ...state, isBooting: false };
  else return;
  pool.settled(isolate.executor);
}

/** Ends an attempt whose executor is gone. Returns why the call was being stopped, if it was. */
export function abandon(runner: Runner, attempt: Attempt): TerminationReason | undefined {
  const { call } = attempt;
  if (call.state.attempt !== attempt) return undefined;
  booted(runner, attempt);
  release(call);
  const reason = call.state.kind === "stopping" ? call.state.reason : undefined;
  call.state = { kind: "ending", attempt };
  return reason;
}

/** Removes an attempt from its executor. Returns why the call was being stopped, if it was. */
export function leave(runner: Runner, attempt: Attempt): TerminationReason | undefined {
  const { executor } = attempt.isolate;
  const reason = abandon(runner, attempt);
  executor.attempts.delete(attempt.id);
  runner.pool.released(executor);
  return reason;
}

/** Handles a failure of the worker during a call: the call ends, and its isolate is not reused. */
export const failing = (runner: Runner, call: RunningCall) => (error: unknown) => {
  runner.log.error({ err: error, functionId: call.invocation.functionId }, "a call failed in the sandbox");
  const { kind, attempt } = call.state;
  if (kind === "booting" || kind === "running" || kind === "stopping") {
    leave(runner, attempt);
    runner.pool.putBack(attempt.isolate, true);
  }
  reject(runner, call, error);
};
