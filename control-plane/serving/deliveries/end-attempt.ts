import type { DeliveryCompletion } from "@ferrule/contract/internal/deliveries.ts";
import type { App } from "../../ground/app.ts";
import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import { later, readClock } from "../../ground/store/clock.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { changeDelivery, notifyDeliveries, type ListedDeliveryRow } from "./queries/deliveries.ts";

const longestBackoffMs = 6 * 3_600_000;
/** What has not run is looked at again after this, when nothing else is said. */
const usualPostponeMs = 5_000;

/** The pause after so many failures: it doubles with each, and varies by a quarter, so that what failed together does not return together. */
const backoffAfter = (backoffMs: number, failures: number): number =>
  Math.min(backoffMs * 2 ** (failures - 1), longestBackoffMs) * (0.75 + Math.random() / 2);

/** Ends the attempt of a delivery that is locked, and answers what it is then: it succeeds, is tried again after a pause, or is dead. */
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
