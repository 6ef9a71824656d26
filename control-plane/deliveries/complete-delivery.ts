import type { DeliveryCompletion } from "@ferrule/contract/internal/deliveries.ts";
import type { App } from "../app.ts";
import { leaseLost } from "../jobs/held-job.ts";
import type { InstallationScope } from "../store/scope.ts";
import { endAttempt } from "./end-attempt.ts";
import { lockDelivery } from "./queries/deliveries.ts";

/**
 * Takes what came of an attempt. Said a second time by the same worker it changes nothing.
 * @throws PublicError INVALID_STATE when the attempt is no longer this worker's.
 */
export async function completeDelivery(
  app: App,
  scope: InstallationScope,
  id: string,
  { workerId, attempt, ...ended }: DeliveryCompletion,
): Promise<void> {
  const delivery = await lockDelivery(scope, id);
  if (delivery?.workerId !== workerId || delivery.attempt !== attempt) throw leaseLost();
  if (delivery.status === "running") await endAttempt(app, scope, delivery, ended);
}
