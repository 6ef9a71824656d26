import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Invoke } from "../../running/sandbox/call/invocation.ts";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@ferrule/contract/errors.ts";
import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { Log } from "@ferrule/kit/log.ts";
import {
  failedEnd,
  measuredOf,
  nothingRan,
  type Measured,
  type RecordedEnd,
} from "../../calls/admission/execution-record.ts";
import { acceptInput } from "../../deployed/endpoints/functions/accept-input.ts";
import { settleOutcome } from "../../calls/admission/settle-outcome.ts";
import { endExecutionSpan, runSpan } from "../../calls/admission/execution-span.ts";
import { slotRequest, type SlotRequest, type Slots } from "../../calls/admission/slots.ts";
import type { DeployedFunction } from "../../deployed/endpoints/served/find-deployed-function.ts";
import { isDurable } from "../../doors/runs/run-need.ts";
import { startRun, type RunMeans } from "../../doors/runs/start-run.ts";
import { derivedIdentifier } from "@ferrule/kit/identifier.ts";
import { toMicroseconds } from "@ferrule/kit/metrics/to-microseconds.ts";
import type { Masker } from "../../ground/masking/masker.ts";

export interface AttemptMeans {
  slots: Pick<Slots, "acquire" | "release">;
  invoke: Invoke;
  deployed: (named: Pick<CronAttempt, "projectId" | "environment" | "functionId">) => DeployedFunction;
  record: (record: ExecutionRecord) => void;
  masker: Pick<Masker, "record">;
  runs: Pick<RunMeans, "store" | "masker">;
  workerId: string;
  log: Log;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
}

/** The end of an attempt, as reported to the control plane. */
export type AttemptEnd = Pick<ExecutionRecord, "status"> & { error: { code: string; message: string } | null };

/** How long a worker waits for a deployment of which it has not heard yet. */
const unheardMs = 3_000;
/** How long an attempt waits for a slot, as a number of a call's waits. */
const slotWithinMs = 60_000;

const rejectedEnd = (code: string, message: string): RecordedEnd => ({
  status: "rejected",
  output: null,
  error: { code, message, stack: null },
});

async function settledFunction(attempt: CronAttempt, { deployed }: AttemptMeans, signal: AbortSignal) {
  const until = performance.now() + unheardMs;
  for (;;) {
    const found = deployed(attempt);
    if (found.kind === "deployed" || performance.now() > until || signal.aborted) return found;
    await delay(20, undefined, { signal }).catch(() => undefined);
  }
}

async function takeSlot(request: SlotRequest, { slots }: AttemptMeans, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + slotWithinMs;
  while (!signal.aborted && performance.now() < until) {
    if (await slots.acquire(request)) return true;
    // A full queue refuses at once.
    await delay(50, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

type Deployed = Extract<DeployedFunction, { kind: "deployed" }>;
type Ran = RecordedEnd & Measured & Pick<ExecutionRecord, "traceId"> & { startedAt: number };

async function invoke(
  attempt: CronAttempt,
  found: Deployed,
  means: AttemptMeans,
  signal: AbortSignal,
  waitedMs: number,
) {
  const { called, deploymentId, grant, grantKey } = found;
  const { id, name, timeoutMs, memoryMb } = called.artifact;
  const { executionId, requestId, environment, tenantId, projectId } = attempt;
  const span = runSpan(means.tracing, name, executionId);
  const result = await means.invoke({
    executionId,
    requestId,
    environment,
    tenantId,
    projectId,
    source: "cron",
    caller: { kind: "cron", id: attempt.cronBindingId, name: attempt.name },
    functionId: id,
    functionName: name,
    deploymentId,
    attempt: attempt.attempt,
    bundle: called.bundle,
    grant,
    grantKey,
    timeoutMs,
    memoryMb,
    inputJson: JSON.stringify(attempt.input),
    signal,
    ...(span === undefined ? {} : { span }),
  });
  const { recorded } = settleOutcome(called, result.outcome);
  if (span !== undefined) endExecutionSpan(span, result, recorded.error);
  return { ...recorded, ...measuredOf(result, waitedMs), ...(span === undefined ? {} : { traceId: span.traceId }) };
}

/** Starts the run of a durable Function, once for all attempts. The attempt has succeeded when the run is stored. */
async function startRunOf(
  attempt: CronAttempt,
  { called, deploymentId }: Deployed,
  { runs, tracing }: AttemptMeans,
  began: number,
): Promise<RecordedEnd & Measured & Pick<ExecutionRecord, "traceId">> {
  const { projectId, environment, tenantId, requestId, input, executionId, cronBindingId, name } = attempt;
  const span = runSpan(tracing, called.artifact.name, executionId);
  const stored = await startRun(runs, {
    projectId,
    environment,
    tenantId,
    requestId,
    deploymentId,
    input,
    called,
    span,
    source: "cron",
    endpointId: null,
    bindingId: cronBindingId,
    caller: { kind: "cron", id: cronBindingId, name },
    target: null,
    need: { mode: "durable", rule: null },
    repeatable: { id: derivedIdentifier("run", "cron", attempt.runId), key: `cron:${attempt.runId}` },
  });
  span?.end();
  const measured = { ...nothingRan, durationMs: toMicroseconds(performance.now() - began) };
  if ("refused" in stored) return { ...measured, ...rejectedEnd(stored.refused.code, stored.refused.message) };
  const end = { status: "succeeded", output: { run: stored.id }, error: null } as const;
  return { ...measured, ...end, ...(span === undefined ? {} : { traceId: span.traceId }) };
}

async function run(attempt: CronAttempt, found: Deployed, means: AttemptMeans, signal: AbortSignal): Promise<Ran> {
  const [arrivedAt, began] = [sharedNow(), performance.now()];
  const unrun = (end: RecordedEnd): Ran => ({ ...end, ...nothingRan, startedAt: arrivedAt });
  const { called } = found;
  if (called.broken !== null) return unrun(failedEnd("FUNCTION_ERROR", called.broken));
  const { input, issues } = acceptInput(called, attempt.input);
  if (issues !== null) {
    return unrun(rejectedEnd("INPUT_INVALID", issues.map(({ path, message }) => `${path} ${message}`).join("; ")));
  }
  if (isDurable(called)) {
    return { ...(await startRunOf({ ...attempt, input }, found, means, began)), startedAt: arrivedAt };
  }
  const { projectId, tenantId } = attempt;
  const slot = slotRequest(projectId, tenantId, called.artifact.id, called.artifact.memoryMb, true);
  if (!(await takeSlot(slot, means, signal))) return unrun(rejectedEnd("OVERLOADED", errors.OVERLOADED.message));
  const waitedMs = performance.now() - began;
  try {
    return { ...(await invoke({ ...attempt, input }, found, means, signal, waitedMs)), startedAt: arrivedAt };
  } catch (error) {
    means.log.error({ err: error, runId: attempt.runId }, "a cron run failed in the worker");
    return unrun(failedEnd("INTERNAL", errors.INTERNAL.message));
  } finally {
    means.slots.release(slot);
  }
}

function recordOf(attempt: CronAttempt, found: Deployed | null, ran: Ran, workerId: string): ExecutionRecord {
  const { startedAt, ...rest } = ran;
  const called = found?.called ?? null;
  return {
    ...rest,
    id: attempt.executionId,
    projectId: attempt.projectId,
    requestId: attempt.requestId,
    environment: attempt.environment,
    deploymentId: found?.deploymentId ?? null,
    functionId: attempt.functionId,
    functionName: called?.artifact.name ?? attempt.name,
    functionDigest: called?.bundle.digest ?? null,
    endpointId: null,
    gatewayMs: null,
    bindingId: attempt.cronBindingId,
    source: "cron",
    tenantId: attempt.tenantId,
    caller: { kind: "cron", id: attempt.cronBindingId, name: attempt.name },
    startedAt: new Date(startedAt).toISOString(),
    input: called?.hideInput?.(attempt.input) ?? attempt.input,
    output: called?.hideOutput?.(rest.output) ?? rest.output,
    workerId,
  };
}

const notDeployed = (environment: string) =>
  failedEnd("NOT_DEPLOYED", `The deployment in ${environment} does not contain its Function.`);

/**
 * Runs the attempt's Function once, in this worker's current version, and records the execution with source `cron`. The
 * run may use what its deployment declares, within the policies of its endpoints. Never rejects.
 */
export async function runAttempt(attempt: CronAttempt, means: AttemptMeans, signal: AbortSignal): Promise<AttemptEnd> {
  const found = await settledFunction(attempt, means, signal);
  const deployed = found.kind === "deployed" ? found : null;
  const ran = deployed
    ? await run(attempt, deployed, means, signal)
    : { ...notDeployed(attempt.environment), ...nothingRan, startedAt: sharedNow() };
  const record = means.masker.record(recordOf(attempt, deployed, ran, means.workerId));
  means.record(record);
  const { status, error } = record;
  return { status, error: error && { code: error.code, message: error.message } };
}
