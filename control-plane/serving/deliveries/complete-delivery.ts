import type { DeliveryCompletion } from "@ferrule/contract/internal/deliveries.ts";
import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import { requireHeld } from "../../ground/leases/require-held.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endAttempt } from "./end-attempt.ts";
import { lockDelivery } from "./queries/deliveries.ts";

/**
 * Takes what came of an attempt, and answers what its delivery is then. Said a second time by the same worker it changes nothing, and
 * the answer is null.
 * @throws PublicError INVALID_STATE when the attempt is no longer this worker's.
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
