import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { FunctionAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import { longestReason, postponed, reasonOf, succeeded, type RetriedEnd } from "../../doors/runs/retried-end.ts";
import { failedRun, postponedRun, runEndOf, type EndedAttempt, type RunEnd } from "./run-end.ts";

/** The end of an attempt, as reported to the control plane. */
export type AttemptEnd = RunEnd | RetriedEnd;

/** How an attempt of a cron run ended. One that was refused for its input would end so again. */
function cronEnd({ status, error }: ExecutionRecord): RetriedEnd {
  if (status === "succeeded") return succeeded;
  const reason = reasonOf(error ?? { code: status.toUpperCase(), message: "The attempt did not succeed." });
  return { end: status === "rejected" ? "refused" : "failed", reason: reason.slice(0, longestReason) };
}

/** Nothing has run, and the attempt does not count. */
export const postponedEnd = ({ mode }: FunctionAttempt, postponeMs: number, reason: string): AttemptEnd =>
  mode === "cron" ? postponed(postponeMs, reason) : postponedRun(postponeMs);

/** The Function has not run. @param record of its execution, masked */
export const unrunEnd = ({ mode }: FunctionAttempt, record: ExecutionRecord): AttemptEnd =>
  mode === "cron" ? cronEnd(record) : failedRun(record.error);

/** The Function has run. */
export const ranEnd = (ended: EndedAttempt<FunctionAttempt>): AttemptEnd => {
  const { attempt } = ended;
  return attempt.mode === "cron" ? cronEnd(ended.record) : runEndOf({ ...ended, attempt });
};
