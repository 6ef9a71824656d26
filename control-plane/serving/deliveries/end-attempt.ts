import type { DeliveryCompletion } from "@ferrule/contract/internal/deliveries.ts";
import type { App } from "../../ground/app.ts";
import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import { later, readClock } from "../../ground/store/clock.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { changeDelivery, notifyDeliveries, type ListedDeliveryRow } from "./queries/deliveries.ts";

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
  delivery: ListedDeliveryRow,
  { end, reason, postponeMs = usualPostponeMs, ran = true }: Omit<DeliveryCompletion, "workerId" | "attempt">,
): Promise<DeliveryStatus> {
  const { id, maxAttempts, backoffMs, giveUpAt } = delivery;
  const isPostponed = end === "postponed";
  const failures = delivery.failures + (isPostponed || end === "succeeded" ? 0 : 1);
  const ended = { reason, failures, ...(isPostponed || !ran ? { executionId: null } : {}) };
  if (end === "succeeded") {
    await changeDelivery(scope, id, { ...ended, status: "succeeded", reason: null });
    return "succeeded";
  }
  const pauseMs = Math.round(isPostponed ? postponeMs : backoffAfter(backoffMs, failures));
  const isInTime = (await readClock(scope, app.clock)).getTime() + pauseMs < giveUpAt.getTime();
  if (end === "refused" || failures >= maxAttempts || !isInTime) {
    await changeDelivery(scope, id, { ...ended, status: "dead" });
    return "dead";
  }
  await changeDelivery(scope, id, { ...ended, status: "queued", dueAt: later(app.clock, pauseMs) });
  await notifyDeliveries(scope);
  return "queued";
}
