import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { approvalUrl, failureOfReport } from "../../runs/describe-run.ts";
import { hasEnded } from "../../runs/read-run.ts";

/** The states of a task (MCP 2025-11-25, Tasks, "Task Status Lifecycle"; SEP-2663, "Task Status"). */
export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** Runs are kept at least one day, so a control plane of an earlier release need not say how long. */
const shortestMs = 86_400_000;
const pollMs = 2_000;
/** A person takes longer. */
const personPollMs = 5_000;

/** Codes of runs that ended without an answer of the Function or of a person, which a call would get as an error of JSON-RPC. */
const protocolCodes = new Set(["INTERNAL", "WORKER_LOST"]);

/** Whether the run ended by an error of the platform, not by a result of the tool. */
export const isProtocolFailure = ({ status, error }: RunReport): boolean =>
  status === "failed" && error !== null && error.safe === undefined && protocolCodes.has(error.code);

const waitsForPerson = ({ approvalId, task }: RunReport): boolean => approvalId !== null || task?.asks === true;

export function statusOf(report: RunReport, revision: Revision): TaskStatus {
  const { status, task } = report;
  if (status === "cancelled") return "cancelled";
  if (!hasEnded(report)) {
    // At 2025-11-25, a task is cancelled when the request has been answered.
    if (task?.isEnding === true) return revision === modernRevision ? "working" : "cancelled";
    return waitsForPerson(report) ? "input_required" : "working";
  }
  if (status === "succeeded") return "completed";
  // At 2026-07-28, a result with `isError` completes a task. At 2025-11-25, it failed.
  return revision === modernRevision && !isProtocolFailure(report) ? "completed" : "failed";
}

/** What the task does or waits for, in a sentence; null: there is nothing to say. */
export function sentenceOf(report: RunReport, publicOrigin: string): string | null {
  const { status, approvalId, waitsFor, task } = report;
  if (status === "cancelled") return "The call was cancelled.";
  if (hasEnded(report)) return failureOfReport(report)?.message ?? null;
  if (task?.isEnding === true) return "The call is being cancelled.";
  if (approvalId !== null) {
    return `The call waits for a person. Nothing happens before they approve it at ${approvalUrl(publicOrigin, approvalId)}.`;
  }
  if (waitsFor !== null) return waitsFor;
  const { stepsDone = 0, latestStep = null } = task ?? {};
  return latestStep === null ? null : `Steps done: ${stepsDone}, the latest is ${latestStep}.`;
}

/** The members of a task that all its forms have, in the words of a revision. */
export function taskFields(report: RunReport, revision: Revision, taskId: string, publicOrigin: string): object {
  const { createdAt, finishedAt, task } = report;
  const sentence = sentenceOf(report, publicOrigin);
  const ttl = task?.keptMs ?? shortestMs;
  const poll = waitsForPerson(report) ? personPollMs : pollMs;
  return {
    taskId,
    status: statusOf(report, revision),
    ...(sentence === null ? {} : { statusMessage: sentence }),
    createdAt,
    lastUpdatedAt: task?.updatedAt ?? finishedAt ?? createdAt,
    ...(revision === modernRevision ? { ttlMs: ttl, pollIntervalMs: poll } : { ttl, pollInterval: poll }),
  };
}
