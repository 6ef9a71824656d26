import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { FunctionAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Measured, RecordedEnd } from "../../calls/admission/execution-record.ts";
import type { FunctionOfRun } from "../../deployed/endpoints/served/find-function-of-run.ts";
import type { InvokedAttempt } from "./invoke-attempt.ts";

/** An attempt for its record. `startedAt` is in epoch milliseconds. */
export type RecordedAttempt = RecordedEnd &
  Measured &
  Pick<ExecutionRecord, "traceId"> &
  Partial<Pick<InvokedAttempt, "outcome">> & { startedAt: number; input: unknown };

/** An attempt whose Function ran. */
export type RanAttempt = RecordedAttempt & Pick<InvokedAttempt, "outcome">;

/** The record of an attempt's execution, not yet masked. @param found null: its Function was not found */
export function recordOfAttempt(
  attempt: FunctionAttempt,
  found: Extract<FunctionOfRun, { kind: "found" }> | null,
  { startedAt, outcome, input, ...rest }: RecordedAttempt,
  workerId: string,
): ExecutionRecord {
  const called = found?.called ?? null;
  const suspended = outcome?.kind === "suspended" ? { suspended: true as const } : {};
  const isCron = attempt.mode === "cron";
  return {
    ...rest,
    id: attempt.executionId,
    projectId: attempt.projectId,
    requestId: attempt.requestId,
    environment: attempt.environment,
    deploymentId: found?.deploymentId ?? attempt.deployment?.id ?? null,
    functionId: attempt.functionId,
    functionName: called?.artifact.name ?? (isCron ? (attempt.caller.name ?? "") : ""),
    functionDigest: called?.bundle.digest ?? null,
    endpointId: attempt.endpointId,
    gatewayMs: null,
    bindingId: attempt.bindingId,
    source: isCron ? "cron" : "run",
    run: { id: attempt.runId, attempt: attempt.attempt, ...suspended },
    tenantId: attempt.tenantId,
    caller: attempt.caller,
    startedAt: new Date(startedAt).toISOString(),
    input: called?.hideInput?.(input) ?? input,
    output: called?.hideOutput?.(rest.output) ?? rest.output,
    workerId,
  };
}
