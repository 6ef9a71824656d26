import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { failure, failureOfRun, type CallFailure } from "../../calls/admission/call-failure.ts";
import { returnedByRun } from "../../calls/admission/run-output.ts";
import { hasEnded } from "./read-run.ts";

/** Below an endpoint's address, the state of its runs. */
const below = "/-/runs/";

/** After this time, the caller may read the state again. */
export const retryAfterRun = ["retry-after", "2"] as const;

/** The id in the path below an endpoint; null: the path is for something else. It may be anything. */
export const runInPath = (rest: string): string | null => (rest.startsWith(below) ? rest.slice(below.length) : null);

/** The address of a run's state, for its caller. */
export const runUrl = (endpointUrl: string, id: string): string => `${endpointUrl}${below}${id}`;

/** The page of the console on which people approve. */
export const approvalUrl = (publicOrigin: string, approvalId: string): string =>
  `${publicOrigin}/approvals/${approvalId}`;

/** Why a run that has ended has no result, for its caller; null for one that succeeded or has not ended. */
export function failureOfReport({ status, error }: Pick<RunReport, "status" | "error">): CallFailure | null {
  if (!hasEnded({ status }) || status === "succeeded") return null;
  if (error !== null) return failureOfRun(error);
  if (status === "cancelled") return failure("FUNCTION_CANCELLED");
  return failure(status === "expired" ? "TIMEOUT" : "FUNCTION_ERROR");
}

/** A run's state, as its caller reads it. */
export function shownRun(report: RunReport, publicOrigin: string): Record<string, unknown> {
  const { id, status, createdAt, finishedAt, waitsFor, approvalId } = report;
  const failed = failureOfReport(report);
  const isWaiting = approvalId !== null && !hasEnded(report);
  return {
    id,
    status,
    createdAt,
    finishedAt,
    waitsFor,
    ...(isWaiting ? { approvalUrl: approvalUrl(publicOrigin, approvalId) } : {}),
    ...(status === "succeeded" ? { output: returnedByRun(report).output } : {}),
    ...(failed === null ? {} : { error: { code: failed.code, message: failed.message } }),
  };
}
