import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@ferrule/contract/errors.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { RunAttempt } from "@ferrule/contract/internal/runs.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { failedEnd, nothingRan, type RecordedEnd } from "../../calls/admission/execution-record.ts";
import { slotRequest, type SlotRequest, type Slots } from "../../calls/admission/slots.ts";
import { acceptInput, type AcceptedInput } from "../../deployed/endpoints/functions/accept-input.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import { isCostly } from "../../deployed/endpoints/functions/costly-checks.ts";
import type { FunctionOfRun, RunPlace } from "../../deployed/endpoints/served/find-function-of-run.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import type { Invoke } from "../../running/sandbox/call/invocation.ts";
import { invokeAttempt } from "./invoke-attempt.ts";
import { recordOfAttempt, type RanAttempt } from "./record-of-attempt.ts";
import { failedRun, postponedRun, runEndOf, type RunEnd } from "./run-end.ts";

export interface RunMeans {
  slots: Pick<Slots, "acquire" | "release">;
  invoke: Invoke;
  /** Finds the Function in the run's deployment, which may have to be loaded. */
  findFunction: (place: RunPlace, signal: AbortSignal) => Promise<FunctionOfRun>;
  record: (record: ExecutionRecord) => void;
  masker: Pick<Masker, "record" | "shown" | "text">;
  workerId: string;
  log: Log;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
}

type Found = Extract<FunctionOfRun, { kind: "found" }>;

/** How long a worker waits for a deployment or an endpoint of which it has not heard yet. */
const unheardMs = 3_000;
/** How long an attempt waits for a slot, as a number of a call's waits. */
const slotWithinMs = 60_000;
const [awayMs, crowdedMs] = [5_000, 1_000];

async function settledFunction(attempt: RunAttempt, { findFunction }: RunMeans, signal: AbortSignal) {
  const until = performance.now() + unheardMs;
  for (;;) {
    const found = await findFunction(attempt, signal);
    if (found.kind === "found" || signal.aborted || performance.now() > until) return found;
    await delay(20, undefined, { signal }).catch(() => undefined);
  }
}

async function takeSlot(request: SlotRequest, { slots }: RunMeans, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + slotWithinMs;
  while (!signal.aborted && performance.now() < until) {
    if (await slots.acquire(request)) {
      if (!signal.aborted) return true;
      slots.release(request);
      return false;
    }
    // A full queue refuses at once.
    await delay(50, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** The input as the Function takes it now: its schema may have changed since the run began. */
async function checkedInput({ input, ...place }: RunAttempt, called: CompiledFunction): Promise<AcceptedInput> {
  const check = () => acceptInput(called, JSON.parse(input), input.length);
  return input.length <= smallText && !isCostly(called) ? check() : threadTurns.run(place, check);
}

/** An attempt whose Function did not run: it is recorded, and the run fails. */
function unrun(attempt: RunAttempt, found: Found | null, means: RunMeans, end: RecordedEnd, input: unknown): RunEnd {
  const ran = { ...end, ...nothingRan, startedAt: sharedNow(), input };
  const record = means.masker.record(recordOfAttempt(attempt, found, ran, means.workerId));
  means.record(record);
  return failedRun(record.error);
}

const rejectedEnd = (code: string, message: string): RecordedEnd => ({
  status: "rejected",
  output: null,
  error: { code, message, stack: null },
});

async function run(attempt: RunAttempt, found: Found, means: RunMeans, signal: AbortSignal): Promise<RunEnd> {
  const [arrivedAt, began] = [sharedNow(), performance.now()];
  const { called } = found;
  const { projectId, tenantId } = attempt;
  const { input, issues } = await checkedInput(attempt, called);
  if (called.broken !== null) return unrun(attempt, found, means, failedEnd("FUNCTION_ERROR", called.broken), input);
  if (issues !== null) {
    const message = issues.map((issue) => `${issue.path} ${issue.message}`).join("; ");
    return unrun(attempt, found, means, rejectedEnd("INPUT_INVALID", message), input);
  }
  const slot = slotRequest(projectId, tenantId, called.artifact.id, called.artifact.memoryMb, true);
  if (!(await takeSlot(slot, means, signal))) return postponedRun(signal.aborted ? 0 : crowdedMs);
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
  const record = means.masker.record(recordOfAttempt(attempt, found, ran, means.workerId));
  means.record(record);
  return runEndOf({ attempt, called, ran, record, masker: means.masker, isStopped: signal.aborted });
}

/**
 * Runs one attempt of a run: its Function from the top, in the run's deployment, within the current policy of its
 * endpoint. It records the execution with source `run`, and returns the report for the control plane. When `signal`
 * aborts, because the lease is lost or the worker stops, the isolate ends.
 */
export async function runAttempt(attempt: RunAttempt, means: RunMeans, signal: AbortSignal): Promise<RunEnd> {
  const found = await settledFunction(attempt, means, signal);
  if (found.kind === "away") return postponedRun(signal.aborted ? 0 : awayMs);
  if (found.kind === "nothing") {
    if (signal.aborted) return postponedRun(0);
    return unrun(attempt, null, means, failedEnd("NOT_DEPLOYED", found.reason), JSON.parse(attempt.input));
  }
  try {
    return await run(attempt, found, means, signal);
  } finally {
    found.release();
  }
}
