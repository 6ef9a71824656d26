import type { HostCallNote, OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { PooledExecutor, PooledIsolate } from "./pooled-executor.ts";
import type { Invocation, InvocationResult, Outcome, TerminationReason } from "./invocation.ts";
import { createLogCollector } from "./log-collector.ts";
import { limits } from "./limits.ts";
import { closeNotes } from "./note-host-call.ts";

export interface RunningCall {
  /** Another number for each attempt, so that late frames of an earlier one belong to nobody. */
  id: number;
  readonly invocation: Invocation;
  readonly functionKey: string;
  readonly isolateKey: string;
  readonly group: string;
  readonly logs: ReturnType<typeof createLogCollector>;
  calls: OutboundCall[];
  /** Host calls of this attempt, and how many more there were than are noted. */
  notes: HostCallNote[];
  notesOmitted: number;
  touched: boolean;
  attempts: number;
  /** Those of them in which it was not entered, or that ended through somebody else's fault. */
  excused: number;
  /** May have brought its executor down: runs alone from now on, so that it is known. */
  suspect: boolean;
  /** It may stand behind another call in an isolate: once, and not again when that was in vain. */
  mayStand: boolean;
  /** Its turns may run in the main thread of its executor. */
  mayRunInline: boolean;
  isolate: PooledIsolate | undefined;
  executor: PooledExecutor | undefined;
  coldStart: boolean;
  /** The executor that makes its isolate, until anything has been heard from that. */
  booting: PooledExecutor | undefined;
  stopping: TerminationReason | undefined;
  done: boolean;
  queuedAt: number;
  startedAt: number;
  progressSent: number;
  /** What this attempt has asked of the platform. */
  hostCalls: number;
  fetches: number;
  /** Frames of this attempt, and bytes of its host calls under way. */
  frames: number;
  askedBytes: number;
  deadline: NodeJS.Timeout | undefined;
  kill: NodeJS.Timeout | undefined;
  /** Host calls under way, by the guest's number. */
  ops: Map<number, AbortController>;
  /** Aborted when this attempt ends; made for the first host call that asks. */
  ending: AbortController | undefined;
  settle: (result: InvocationResult) => void;
  reject: (error: unknown) => void;
}

/** The executor group of an invocation: production is never run beside anything else. */
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

/** Lets go of an attempt: its timers, and whatever it was asking of the platform. */
export function leaveAttempt(call: RunningCall): void {
  clearTimeout(call.deadline);
  clearTimeout(call.kill);
  call.ending?.abort();
  call.ending = undefined;
  if (call.ops.size > 0) {
    for (const controller of call.ops.values()) controller.abort();
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

/** The facts that the guest makes its context of. */
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
