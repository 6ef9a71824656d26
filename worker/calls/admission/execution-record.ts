import { errors, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { toMicroseconds } from "@ferrule/kit/metrics/to-microseconds.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { InvocationResult } from "../../running/sandbox/call/invocation.ts";
import type { AdmittedCall, CallContext } from "./function-call.ts";
import { recordedTarget, type McpTarget } from "./mcp-target.ts";

/** The end of a call, for its record. */
export type RecordedEnd = Pick<ExecutionRecord, "status" | "output" | "error">;

/** The sandbox's measurements. */
export type Measured = Pick<
  InvocationResult,
  "queueMs" | "durationMs" | "cpuMs" | "coldStart" | "logs" | "calls" | "hostCalls" | "hostCallsOmitted"
>;

export const nothingRan: Measured = {
  queueMs: 0,
  durationMs: 0,
  cpuMs: 0,
  coldStart: false,
  logs: [],
  calls: [],
  hostCalls: [],
  hostCallsOmitted: 0,
};

/** The sandbox's measurements of a call, plus the `waitedMs` before the sandbox got it. */
export function measuredOf(result: InvocationResult, waitedMs = 0): Measured {
  const { queueMs, durationMs, cpuMs, coldStart, logs, calls, hostCalls, hostCallsOmitted } = result;
  return {
    queueMs: toMicroseconds(queueMs + waitedMs),
    durationMs: toMicroseconds(durationMs),
    cpuMs: toMicroseconds(cpuMs),
    coldStart,
    logs,
    calls,
    hostCalls,
    hostCallsOmitted,
  };
}

/** A call, as far as it got. `called` is null when the call never reached a Function. */
export interface RecordedCall {
  admitted: AdmittedCall;
  called: CompiledFunction | null;
  bindingId: string | null;
  input?: unknown;
  /** The original arguments, if the Function got converted ones. */
  sent?: unknown;
  /** Set for an attempt of a delivery: the execution's id, the delivery's, and the number of the attempt. */
  executionId?: string;
  deliveryId?: string;
  attempt?: number;
  span?: Span | undefined;
  /** What the call asks an MCP endpoint for. */
  target?: McpTarget | undefined;
}

export const failedEnd = (code: string, message: string, output: unknown = null): RecordedEnd => ({
  status: "failed",
  output,
  error: { code, message, stack: null },
});

/** Builds a call's record. The reporter masks it. */
export function recordOf(
  workerId: string,
  id: string,
  { admitted, called, bindingId, input, sent = input, deliveryId, attempt = 1, span, target }: RecordedCall,
  measured: Measured,
  { status, output, error }: RecordedEnd,
): ExecutionRecord {
  const { endpoint } = admitted;
  return {
    id,
    projectId: endpoint.projectId,
    requestId: admitted.requestId,
    environment: endpoint.environment,
    deploymentId: admitted.deploymentId,
    functionId: called?.artifact.id ?? null,
    functionName: called?.artifact.name ?? "",
    functionDigest: called?.bundle.digest ?? null,
    endpointId: endpoint.id,
    bindingId,
    source: admitted.source,
    tenantId: admitted.tenantId,
    caller: admitted.caller,
    status,
    startedAt: new Date(admitted.receivedAt).toISOString(),
    gatewayMs: admitted.gatewayMs,
    input: called?.hideInput?.(sent) ?? sent ?? null,
    output: called?.hideOutput?.(output) ?? output,
    error,
    ...measured,
    workerId,
    ...(target === undefined ? {} : recordedTarget(target)),
    ...(endpoint.preview === null ? {} : { preview: endpoint.preview.name }),
    ...(deliveryId === undefined ? {} : { deliveryId, run: { id: deliveryId, attempt } }),
    ...(span === undefined ? {} : { traceId: span.traceId }),
  };
}

const isCatalogued = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** The status of a refusal, if a route's caller waits for it. */
const refusedStatus = ({ admitted, deliveryId }: RecordedCall, code: string): Pick<ExecutionRecord, "httpStatus"> =>
  admitted.source === "http" && deliveryId === undefined && isCatalogued(code)
    ? { httpStatus: errors[code].status }
    : {};

/** Records a call that was refused after authentication, because of its input, its policy or a limit. */
export function recordRejection(
  { reporter, workerId }: CallContext,
  call: RecordedCall,
  { code, message }: { code: string; message: string },
): void {
  const durationMs = toMicroseconds(performance.now() - call.admitted.began);
  const end: RecordedEnd = { status: "rejected", output: null, error: { code, message, stack: null } };
  const record = recordOf(workerId, call.executionId ?? identifier("exe"), call, { ...nothingRan, durationMs }, end);
  reporter.record({ ...record, ...refusedStatus(call, code) });
}
