import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@ferrule/contract/errors.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { CronAttempt, FunctionAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { toMicroseconds } from "@ferrule/kit/metrics/to-microseconds.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { failedEnd, nothingRan, type RecordedEnd } from "../../calls/admission/execution-record.ts";
import { slotRequest, type SlotRequest, type Slots } from "../../calls/admission/slots.ts";
import { whenThereIsRoom } from "../../calls/admission/when-there-is-room.ts";
import { acceptInput, type AcceptedInput } from "../../deployed/endpoints/functions/accept-input.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import { isCostly } from "../../deployed/endpoints/functions/costly-checks.ts";
import type { FunctionOfRun, RunPlace } from "../../deployed/endpoints/served/find-function-of-run.ts";
import { noSlot, reasonOf, repeatableOf, succeeded, unstarted } from "../../doors/runs/retried-end.ts";
import { isDurable } from "../../doors/runs/run-need.ts";
import { startRun, type RunMeans } from "../../doors/runs/start-run.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import type { Invoke } from "../../running/sandbox/call/invocation.ts";
import { postponedEnd, ranEnd, unrunEnd, type AttemptEnd } from "./attempt-end.ts";
import { attemptSpan, invokeAttempt } from "./invoke-attempt.ts";
import { recordOfAttempt, type RanAttempt, type RecordedAttempt } from "./record-of-attempt.ts";

export interface AttemptMeans {
  slots: Pick<Slots, "acquire" | "release">;
  invoke: Invoke;
  /** Finds the Function in the run's deployment, which may have to be loaded. */
  findFunction: (place: RunPlace, signal: AbortSignal) => Promise<FunctionOfRun>;
  record: (record: ExecutionRecord) => void;
  masker: Pick<Masker, "record" | "shown" | "text">;
  /** Starts the runs of cron runs. */
  runs: Pick<RunMeans, "store" | "masker">;
  workerId: string;
  log: Log;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
}

type Found = Extract<FunctionOfRun, { kind: "found" }>;

/** How long a worker waits for a deployment or an endpoint of which it has not heard yet. */
const unheardMs = 3_000;
const [awayMs, crowdedMs] = [5_000, 1_000];

async function settledFunction(attempt: FunctionAttempt, { findFunction }: AttemptMeans, signal: AbortSignal) {
  const until = performance.now() + unheardMs;
  for (;;) {
    const found = await findFunction(attempt, signal);
    if (found.kind === "found" || signal.aborted || performance.now() > until) return found;
    await delay(20, undefined, { signal }).catch(() => undefined);
  }
}

async function takeSlot(request: SlotRequest, { slots }: AttemptMeans, signal: AbortSignal): Promise<boolean> {
  const taken = await whenThereIsRoom(async () => ((await slots.acquire(request)) ? request : null), signal);
  if (taken !== null && signal.aborted) slots.release(taken);
  return taken !== null && !signal.aborted;
}

/** The input as the Function takes it now: its schema may have changed since the run began. */
async function checkedInput({ input, ...place }: FunctionAttempt, called: CompiledFunction): Promise<AcceptedInput> {
  const check = () => acceptInput(called, JSON.parse(input), input.length);
  return input.length <= smallText && !isCostly(called) ? check() : threadTurns.run(place, check);
}

/** Records the execution of an attempt, and returns the masked record. */
function recordAttempt(attempt: FunctionAttempt, found: Found | null, means: AttemptMeans, ran: RecordedAttempt) {
  const record = means.masker.record(recordOfAttempt(attempt, found, ran, means.workerId));
  means.record(record);
  return record;
}

/** An attempt whose Function did not run: it is recorded. */
function unrun(
  attempt: FunctionAttempt,
  found: Found | null,
  means: AttemptMeans,
  end: RecordedEnd,
  input: unknown,
): AttemptEnd {
  const ran = { ...end, ...nothingRan, startedAt: sharedNow(), input };
  return unrunEnd(attempt, recordAttempt(attempt, found, means, ran));
}

const rejectedEnd = (code: string, message: string): RecordedEnd => ({
  status: "rejected",
  output: null,
  error: { code, message, stack: null },
});

/** Starts the run of a durable Function, once for all attempts. The attempt has succeeded when the run is stored. */
async function startRunOf(
  attempt: CronAttempt,
  found: Found,
  means: AttemptMeans,
  input: unknown,
): Promise<AttemptEnd> {
  const [startedAt, began] = [sharedNow(), performance.now()];
  const { called, deploymentId } = found;
  const { projectId, environment, tenantId, requestId, endpointId, bindingId, caller } = attempt;
  const span = attemptSpan(attempt, called.artifact.name, means.tracing);
  const from = { projectId, environment, tenantId, requestId, endpointId, bindingId, caller, deploymentId };
  const known = { ...from, source: "cron", target: null, called, input, span } as const;
  const need = { mode: "durable", rule: null } as const;
  const stored = await startRun(means.runs, { ...known, need, repeatable: repeatableOf(attempt) });
  span?.end();
  const measured = { ...nothingRan, durationMs: toMicroseconds(performance.now() - began) };
  const ran = { ...measured, startedAt, input, ...(span === undefined ? {} : { traceId: span.traceId }) };
  if ("refused" in stored) {
    const end = unstarted(stored.refused);
    if (end.end === "refused")
      recordAttempt(attempt, found, means, { ...ran, ...rejectedEnd(stored.refused.code, stored.refused.message) });
    return end;
  }
  recordAttempt(attempt, found, means, { ...ran, status: "succeeded", output: { run: stored.id }, error: null });
  return succeeded;
}

async function run(
  attempt: FunctionAttempt,
  found: Found,
  means: AttemptMeans,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const [arrivedAt, began] = [sharedNow(), performance.now()];
  const { called } = found;
  const { projectId, tenantId } = attempt;
  const { input, issues } = await checkedInput(attempt, called);
  if (called.broken !== null) return unrun(attempt, found, means, failedEnd("FUNCTION_ERROR", called.broken), input);
  if (issues !== null) {
    const message = issues.map((issue) => `${issue.path} ${issue.message}`).join("; ");
    return unrun(attempt, found, means, rejectedEnd("INPUT_INVALID", message), input);
  }
  if (attempt.mode === "cron" && isDurable(called)) return startRunOf(attempt, found, means, input);
  const slot = slotRequest(projectId, tenantId, called.artifact.id, called.artifact.memoryMb, true);
  if (!(await takeSlot(slot, means, signal))) return postponedEnd(attempt, signal.aborted ? 0 : crowdedMs, noSlot);
  let ran: RanAttempt;
  try {
    const waitedMs = performance.now() - began;
    ran = { ...(await invokeAttempt(attempt, found, means, { input, signal, waitedMs })), startedAt: arrivedAt, input };
  } catch (error) {
    means.log.error({ err: error, runId: attempt.runId }, "an attempt of a run failed in the worker");
    return unrun(attempt, found, means, failedEnd("INTERNAL", errors.INTERNAL.message), input);
  } finally {
    means.slots.release(slot);
  }
  const record = recordAttempt(attempt, found, means, ran);
  return ranEnd({ attempt, called, ran, record, masker: means.masker, isStopped: signal.aborted });
}

/**
 * Runs one attempt: the Function from the top, in the run's deployment or the one that the environment serves, within
 * the current policy of its endpoint. It records the execution with source `run` or `cron`, and returns the report for
 * the control plane. When `signal` aborts, because the lease is lost or the worker stops, the isolate ends.
 */
export async function runAttempt(
  attempt: FunctionAttempt,
  means: AttemptMeans,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const found = await settledFunction(attempt, means, signal);
  if (found.kind === "away" || (found.kind === "nothing" && signal.aborted))
    return postponedEnd(attempt, signal.aborted ? 0 : awayMs, reasonOf({ code: "UNAVAILABLE", message: found.reason }));
  if (found.kind === "nothing")
    return unrun(attempt, null, means, failedEnd("NOT_DEPLOYED", found.reason), JSON.parse(attempt.input));
  try {
    return await run(attempt, found, means, signal);
  } finally {
    found.release();
  }
}
