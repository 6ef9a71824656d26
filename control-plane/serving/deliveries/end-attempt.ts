import type { RetriedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { App } from "../../ground/app.ts";
import { later, readClock } from "../../ground/store/clock.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { changeRetried } from "../runs/queries/retried.ts";
import type { DeliveryRow } from "../runs/queries/runs.ts";

const longestBackoffMs = 6 * 3_600_000;
/** How long a delivery waits that could not run, unless the worker names another time. */
const usualPostponeMs = 5_000;

/**
 * The pause after this many failures. It doubles with each failure, and varies by a quarter, so that deliveries that
 * failed together do not return together.
 */
const backoffAfter = (backoffMs: number, failures: number): number =>
  Math.min(backoffMs * 2 ** (failures - 1), longestBackoffMs) * (0.75 + Math.random() / 2);

/**
 * Ends the attempt of a locked delivery. The delivery succeeds, gets another try after a pause, or dies. Returns its
 * new state.
 */
export async function endAttempt(
  app: App,
  scope: InstallationScope,
  delivery: DeliveryRow,
  { end, reason, postponeMs = usualPostponeMs, ran = true }: Omit<RetriedCompletion, "mode" | "workerId" | "attempt">,
): Promise<DeliveryRow["status"]> {
  const { id, maxAttempts, backoffMs, deadlineAt } = delivery;
  const isPostponed = end === "postponed";
  const failures = delivery.failures + (isPostponed || end === "succeeded" ? 0 : 1);
  const ended = { reason, failures, ...(isPostponed || !ran ? { executionId: null } : {}) };
  const change = async (status: DeliveryRow["status"], over: { reason?: null } = {}) => {
    await changeRetried(scope, id, { ...ended, status, ...over });
    return status;
  };
  if (end === "succeeded") return change("succeeded", { reason: null });
  if (delivery.cancelling) return change("cancelled");
  const pauseMs = Math.round(isPostponed ? postponeMs : backoffAfter(backoffMs, failures));
  const isInTime = (await readClock(scope, app.clock)).getTime() + pauseMs < deadlineAt.getTime();
  if (end === "refused" || failures >= maxAttempts || !isInTime) return change("failed");
  await changeRetried(scope, id, { ...ended, status: "queued", dueAt: later(app.clock, pauseMs) });
  return "queued";
}
