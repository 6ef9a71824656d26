import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { StartedAttempt, StartedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { RunWait } from "@ferrule/contract/internal/runs.ts";
import { storedOutput } from "../../calls/admission/run-output.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import type { Threw } from "../../running/sandbox/call/invocation.ts";
import type { RanAttempt } from "./record-of-attempt.ts";

/** The end of an attempt of a run that a call started, as reported to the control plane. */
export type RunEnd = Omit<StartedCompletion, "workerId" | "attempt" | "mode">;

const nothing = { output: null, shownOutput: null, error: null, waits: [] } as const;

/** The run goes on after this time, and the attempt does not count. */
export const postponedRun = (postponeMs: number): RunEnd => ({ ...nothing, waits: [], end: "postponed", postponeMs });

/** The run has failed. @param error masked */
export const failedRun = (error: ExecutionRecord["error"]): RunEnd => ({
  ...nothing,
  waits: [],
  end: "failed",
  error: { code: error?.code ?? "INTERNAL", message: error?.message ?? "" },
});

/** The Function has thrown. The message of an error of its own is for its caller. @param error masked */
function thrownRun(error: ExecutionRecord["error"], { safe, ofPlatform, status }: Threw): RunEnd {
  const failed = failedRun(error);
  if (failed.error === null) return failed;
  return { ...failed, error: { ...failed.error, safe: safe && ofPlatform !== true, status } };
}

/** How long a run waits whose step could not be stored. */
const notKeptMs = 1_000;

/** The most of a long question that people see. Escaped again, it is still short enough. */
const longestExcerpt = 8_000;

/** The masked details of a question as JSON text. Of long ones, it holds the beginning as a text. */
function shownDetails(attempt: StartedAttempt, details: string, masker: Pick<Masker, "shown">): string {
  const shown = masker.shown(attempt, valueOf(details));
  return isJson(shown) ? shown : JSON.stringify(shown.slice(0, longestExcerpt).toWellFormed());
}

/** The value of a JSON text. A text of the guest may be anything. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A wait in the form in which people may see it. */
function maskedWait(attempt: StartedAttempt, wait: RunWait, masker: Pick<Masker, "shown" | "text">): RunWait {
  if (wait.kind === "retry") {
    const { error } = wait;
    return {
      ...wait,
      error: { ...error, message: masker.text(attempt, error.message).slice(0, 10_000).toWellFormed() },
    };
  }
  if (wait.kind === "question")
    return { ...wait, message: masker.text(attempt, wait.message).slice(0, 4_000).toWellFormed() };
  if (wait.kind !== "approval") return wait;
  const { approval } = wait;
  return {
    ...wait,
    approval: {
      ...approval,
      title: masker.text(attempt, approval.title).slice(0, 200).toWellFormed(),
      summary: masker.text(attempt, approval.summary).slice(0, 4_000).toWellFormed(),
      details: shownDetails(attempt, approval.details, masker),
    },
  };
}

export interface EndedAttempt<A> {
  attempt: A;
  called: Pick<CompiledFunction, "hideOutput">;
  ran: RanAttempt;
  /** The masked record of its execution. */
  record: ExecutionRecord;
  masker: Pick<Masker, "shown" | "text">;
  /** The worker stops, or has lost the lease. */
  isStopped: boolean;
}

const lostWorker = { code: "WORKER_LOST", message: "The worker stopped while the Function ran.", stack: null };

/** The report about an attempt whose Function ran. */
export function runEndOf({ attempt, called, ran, record, masker, isStopped }: EndedAttempt<StartedAttempt>): RunEnd {
  const { outcome } = ran;
  if (ran.status === "cancelled") {
    if (!isStopped) return { ...nothing, waits: [], end: "cancelled" };
    // Another worker takes a durable run up at its next step. What has no steps may have done anything.
    return attempt.mode === "durable" ? postponedRun(0) : failedRun(lostWorker);
  }
  if (outcome.kind === "suspended") {
    const waits = outcome.waits.map((wait) => maskedWait(attempt, wait, masker));
    return { ...nothing, end: "suspended", waits };
  }
  // The control plane could not be reached, or the run belongs to another worker by now. The Function did not fail.
  if (outcome.kind === "threw" && outcome.ofPlatform === true && outcome.code === "STEP_NOT_KEPT")
    return postponedRun(notKeptMs);
  if (outcome.kind === "threw") return thrownRun(record.error, outcome);
  if (outcome.kind !== "returned" || ran.status !== "succeeded") return failedRun(record.error);
  const shownOutput = masker.shown(attempt, called.hideOutput?.(ran.output) ?? ran.output);
  return { ...nothing, waits: [], end: "succeeded", output: storedOutput(outcome), shownOutput };
}
