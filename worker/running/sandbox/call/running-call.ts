import type { PooledIsolate, RunningCall } from "../placement.ts";
import type { Invocation, Outcome } from "./invocation.ts";
import { createLogCollector } from "./log-collector.ts";
import { limits } from "../limits.ts";
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
  const functionKey = `${group} ${invocation.projectId} ${invocation.functionId} ${invocation.bundle.digest}`;
  return {
    id: 0,
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
    logs: createLogCollector(invocation.onLog),
    calls: [],
    notes: [],
    notesOmitted: 0,
    touched: false,
    attempts: 0,
    excused: 0,
    suspect: false,
    mayStand: true,
    mayRunInline: false,
    isolate: undefined,
    executor: undefined,
    coldStart: false,
    booting: undefined,
    stopping: undefined,
    done: false,
    queuedAt: performance.now(),
    startedAt: 0,
    progressSent: 0,
    hostCalls: 0,
    fetches: 0,
    writes: 0,
    frames: 0,
    askedBytes: 0,
    deadline: undefined,
    kill: undefined,
    ops: new Map(),
    ending: undefined,
    settle,
    reject,
  };
}

/** Begins an attempt of a call in an isolate, and resets the counts of the attempt. */
export function beginAttempt(call: RunningCall, id: number, isolate: PooledIsolate, cold: boolean): void {
  call.id = id;
  call.isolate = isolate;
  call.executor = isolate.executor;
  call.coldStart = cold;
  call.startedAt = performance.now();
  call.attempts += 1;
  call.hostCalls = 0;
  call.fetches = 0;
  call.writes = 0;
  call.frames = 0;
  call.askedBytes = 0;
  call.notes = [];
  call.notesOmitted = 0;
}

/** Cleans up after an attempt: clears its timers and aborts its host calls. */
export function leaveAttempt(call: RunningCall): void {
  clearTimeout(call.deadline);
  clearTimeout(call.kill);
  call.ending?.abort();
  call.ending = undefined;
  if (call.ops.size > 0) {
    for (const dropped of call.ops.values()) dropped.cancel();
    call.ops.clear();
  }
}

/** Ends a call with its outcome, once. */
export function endCall(call: RunningCall, outcome: Outcome, cpuMs: number): void {
  if (call.done) return;
  call.done = true;
  leaveAttempt(call);
  const now = performance.now();
  const startedAt = call.startedAt === 0 ? now : call.startedAt;
  call.settle({
    outcome,
    startedAt: performance.timeOrigin + startedAt,
    queueMs: startedAt - call.queuedAt,
    durationMs: now - startedAt,
    cpuMs,
    coldStart: call.coldStart,
    logs: call.logs.entries,
    calls: call.calls,
    hostCalls: closeNotes(call, now),
    hostCallsOmitted: call.notesOmitted,
    touchedOutside: call.touched,
  });
}

/** The facts from which the guest builds its context. */
export function factsJson(invocation: Invocation, deadline: number): string {
  const { requestId, environment, tenantId, source, caller, deploymentId, attempt, http, mcp } = invocation;
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
  });
}

export const mayReport = (call: RunningCall): boolean => ++call.progressSent <= limits.progress;
