import type { ApprovalRow } from "./queries/approvals.ts";
import { approvalForGuest } from "@ferrule/contract/internal/run-calls.ts";
import type { App } from "../../ground/app.ts";
import { readClock } from "../../ground/store/clock.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { endRun } from "./end-run.ts";
import { endApprovalRow, findApprovalRow, listDecisionRows, lockApprovalRow } from "./queries/approvals.ts";
import { notifyRuns } from "./queries/notify.ts";
import { changeRun, lockRun, queueWaiting, type RunRow } from "./queries/runs.ts";
import { endWaits, hasEnded, readSteps } from "./queries/waits.ts";
import { runSeal } from "./seals/seal-run.ts";
import { askedBefore } from "./texts/asked-before.ts";
import { sealedEnd, shownText } from "./texts/values.ts";

type Outcome = "approved" | "rejected" | "expired";

/**
 * An approval and its run, locked until the transaction ends. The run is locked first, as whoever ends a run does. Null
 * if there is none.
 */
export async function lockApproval(
  scope: AnyScope,
  approvalId: string,
): Promise<{ approval: ApprovalRow; run: RunRow } | null> {
  const found = await findApprovalRow(scope, approvalId);
  const run = found && (await lockRun(scope, found.runId));
  const approval = run && (await lockApprovalRow(scope, approvalId));
  return run && approval ? { approval, run } : null;
}

/** A call that waited as a whole begins now, or ends. */
async function wakeCall(app: App, scope: AnyScope, run: RunRow, outcome: Outcome): Promise<void> {
  if (hasEnded(run.status)) return;
  if (outcome !== "approved") {
    const error =
      outcome === "rejected"
        ? { code: "APPROVAL_REJECTED", message: "A person has rejected the call." }
        : { code: "APPROVAL_EXPIRED", message: "Nobody approved the call in time." };
    await endRun(app, scope, run, { status: "failed", error });
    return;
  }
  const now = await readClock(scope, app.clock);
  const isLater = run.dueAt !== null && run.dueAt > now;
  const change = isLater ? ({ queue: "later", dueAt: run.dueAt } as const) : ({ queue: "ready", dueAt: now } as const);
  await changeRun(scope, run.id, { status: "queued", ...change });
  await notifyRuns(scope);
}

/**
 * Ends a question that is pending, with the decisions that are stored, and lets its run go on. Lock both with
 * `lockApproval` before. A question that has ended stays as it is.
 */
export async function wakeApproval(app: App, scope: AnyScope, approvalId: string, outcome: Outcome): Promise<void> {
  const locked = await lockApproval(scope, approvalId);
  if (locked?.approval.status !== "pending") return;
  const { approval, run } = locked;
  await endApprovalRow(scope, approvalId, outcome);
  if (approval.stepKey === null) {
    await wakeCall(app, scope, run, outcome);
    return;
  }
  const decisions = (await listDecisionRows(scope, approvalId)).map(({ email, decision, reason, at }) => ({
    email,
    decision,
    reason,
    at: at.toISOString(),
  }));
  const { stepKey: key } = approval;
  const seal = await runSeal(app, run);
  const step = (await readSteps(scope, run.id, [key])).find((one) => one.key === key);
  if (step?.state !== "waiting") return;
  const shown = { approved: outcome === "approved", outcome, decisions };
  const text = JSON.stringify(approvalForGuest.parse({ asked: askedBefore(seal, step), ...shown }));
  const end = sealedEnd(seal, {
    runId: run.id,
    key,
    text,
    shown: shownText(JSON.stringify(shown)),
  });
  const ended = await endWaits(scope, [end]);
  if (ended.length > 0 && (await queueWaiting(scope, ended)) > 0) await notifyRuns(scope);
}
