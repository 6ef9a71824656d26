import type { RunningCall } from "../placement.ts";
import { release } from "./attempt.ts";
import type { Invocation, Outcome } from "./invocation.ts";
import { createLogCollector } from "./outcome/log-collector.ts";
import { closeNotes } from "./note-host-call.ts";

/** The executor group of an invocation. Production shares its executors with nothing else. */
export function groupOf(invocation: Invocation): string {
  return invocation.environment === "production" && invocation.source !== "test" ? "production" : "development";
}

export function createRunningCall(
  invocation: Invocation,
  settle: RunningCall["settle"],
  reject: RunningCall["reject"],
): RunningCall {
  const group = groupOf(invocation);
  const logs = createLogCollector(invocation.onLog);
  invocation.written = logs;
  const functionKey = `${group} ${invocation.projectId} ${invocation.functionId} ${invocation.bundle.digest}`;
  return {
    invocation,
    functionKey,
    isolateKey: [
      functionKey,
      invocation.deploymentId,
      invocation.environment,
      invocation.memoryMb,
      invocation.grantKey,
      invocation.tenantId,
    ].join("\u0000"),
    group,
    logs,
    calls: [],
    queuedAt: performance.now(),
    settle,
    reject,
    touched: false,
    attempts: 0,
    excused: 0,
    suspect: false,
    mayStand: true,
    state: { kind: "waiting", attempt: undefined, timer: undefined },
  };
}

const done = { kind: "done" } as const;

/** Ends a call with its outcome, once. */
export function endCall(call: RunningCall, outcome: Outcome, cpuMs: number): void {
  const { attempt, kind } = call.state;
  if (kind === "done") return;
  release(call);
  call.state = done;
  const now = performance.now();
  const startedAt = attempt?.startedAt ?? now;
  call.settle({
    outcome,
    startedAt: performance.timeOrigin + startedAt,
    queueMs: startedAt - call.queuedAt,
    durationMs: now - startedAt,
    cpuMs,
    coldStart: attempt?.isCold ?? false,
    logs: call.logs.entries,
    calls: call.calls,
    hostCalls: attempt === undefined ? [] : closeNotes(attempt, now),
    hostCallsOmitted: attempt?.notesOmitted ?? 0,
    touchedOutside: call.touched,
  });
}

/** Ends a call that the worker could not run, once. */
export function rejectCall(call: RunningCall, error: unknown): void {
  if (call.state.kind === "done") return;
  release(call);
  call.state = done;
  call.reject(error);
}

/** The facts that the guest needs to build its context. */
export function factsJson(invocation: Invocation, deadline: number): string {
  const { requestId, environment, tenantId, source, caller, deploymentId, attempt, http, mcp, entry, run, tests } =
    invocation;
  return JSON.stringify({
    requestId,
    environment,
    tenantId,
    source,
    caller,
    deploymentId,
    attempt,
    deadline,
    http,
    mcp,
    entry,
    run,
    ...(tests === undefined ? {} : { tests: true }),
  });
}
