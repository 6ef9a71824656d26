import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { FunctionAttempt, StartedAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import { measuredOf, type Measured, type RecordedEnd } from "../../calls/admission/execution-record.ts";
import { endExecutionSpan } from "../../calls/admission/execution-span.ts";
import { settleOutcome } from "../../calls/admission/settle-outcome.ts";
import type { FunctionOfRun } from "../../deployed/endpoints/served/find-function-of-run.ts";
import type { Invocation, Invoke, Outcome } from "../../running/sandbox/call/invocation.ts";

/** The end of an attempt whose Function ran. */
export type InvokedAttempt = RecordedEnd & Measured & Pick<ExecutionRecord, "traceId"> & { outcome: Outcome };

interface InvokeMeans {
  invoke: Invoke;
  tracing?: Tracing | undefined;
}

/**
 * The span of an attempt. All attempts of a run belong to the trace of the call that started it, or without one to a
 * trace of their own.
 */
export function attemptSpan(
  { runId, attempt, trace, executionId }: FunctionAttempt,
  name: string,
  tracing: Tracing | undefined,
): Span | undefined {
  const ofRun = { "ferrule.run_id": runId, "ferrule.run_attempt": attempt };
  const attributes = { "faas.name": name, "faas.invocation_id": executionId, ...ofRun };
  const beginning = { name: `execute ${name}`, kind: "internal", attributes } as const;
  return trace === null ? tracing?.gather(beginning, runId) : tracing?.proceed(beginning, trace);
}

/** What a Function knows of its run. */
function runFacts({
  runId,
  attempt,
  mode,
  startedAt,
  remainingMs,
  parentId,
  steps,
}: StartedAttempt): NonNullable<Invocation["run"]> {
  const deadline = Math.round(sharedNow() + remainingMs);
  return { id: runId, attempt, startedAt, deadline, parentId, durable: mode === "durable", steps };
}

/** What a Function knows of the client whose call became a run. It takes no progress: the run tells its steps. */
const clientOf = ({ asks }: StartedAttempt): NonNullable<Invocation["mcp"]> => ({
  clientInfo: null,
  capabilities: asks === undefined ? {} : { elicitation: {} },
  progress: false,
  ...(asks === undefined ? {} : { asks }),
});

/** Runs the Function of an attempt in a slot that the caller holds. @param input accepted by its schema */
export async function invokeAttempt(
  attempt: FunctionAttempt,
  { called, deploymentId, grant, grantKey }: Extract<FunctionOfRun, { kind: "found" }>,
  { invoke, tracing }: InvokeMeans,
  { input, signal, waitedMs }: { input: unknown; signal: AbortSignal; waitedMs: number },
): Promise<InvokedAttempt> {
  const { id, name, timeoutMs, memoryMb } = called.artifact;
  const { executionId, requestId, environment, tenantId, projectId, caller, endpointId } = attempt;
  const span = attemptSpan(attempt, name, tracing);
  const [source, run, remainingMs] =
    attempt.mode === "cron" ? ["cron" as const] : ["run" as const, runFacts(attempt), attempt.remainingMs];
  const result = await invoke({
    executionId,
    requestId,
    environment,
    tenantId,
    projectId,
    source,
    caller,
    functionId: id,
    functionName: name,
    deploymentId,
    endpointId,
    attempt: attempt.attempt,
    bundle: called.bundle,
    grant,
    grantKey,
    timeoutMs: Math.max(1, Math.min(timeoutMs, Math.ceil(remainingMs ?? timeoutMs))),
    memoryMb,
    inputJson: JSON.stringify(input),
    signal,
    ...(run === undefined ? {} : { run }),
    ...(attempt.mode === "cron" || attempt.source !== "mcp" ? {} : { mcp: clientOf(attempt) }),
    ...(span === undefined ? {} : { span }),
  });
  const { recorded } = settleOutcome(called, result.outcome);
  if (span !== undefined) endExecutionSpan(span, result, recorded.error);
  return {
    ...recorded,
    ...measuredOf(result, waitedMs),
    ...(span === undefined ? {} : { traceId: span.traceId }),
    outcome: result.outcome,
  };
}
