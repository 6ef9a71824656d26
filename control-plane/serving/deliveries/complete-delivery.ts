import type { DeliveryCompletion } from "@ferrule/contract/internal/deliveries.ts";
import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import { requireHeld } from "../../ground/leases/require-held.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endAttempt } from "./end-attempt.ts";
import { lockDelivery } from "./queries/deliveries.ts";

/**
 * Accepts the outcome of an attempt, and returns the delivery's new state. If the same worker repeats it, nothing
 * changes, and it returns null.
 * @throws PublicError INVALID_STATE when the attempt no longer belongs to this worker.
 */
export async function completeDelivery(
  app: App,
  scope: InstallationScope,
  id: string,
  completion: DeliveryCompletion,
): Promise<DeliveryStatus | null> {
  const delivery = await lockDelivery(scope, id);
  requireHeld(delivery, completion);
  return delivery.status === "running" ? endAttempt(app, scope, delivery, completion) : null;
}
