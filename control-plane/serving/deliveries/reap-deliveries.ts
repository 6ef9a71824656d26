import type { App } from "../../ground/app.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { endAttempt } from "./end-attempt.ts";
import { findLost, giveUpOverdue } from "./queries/claims.ts";
import { lockDelivery } from "./queries/deliveries.ts";

/**
 * Sees to it that no delivery waits for ever, whatever was killed: attempts whose lease has run out have failed, and what nothing has
 * run in its time is dead. Any number of replicas may run it at once.
 */
export async function reapDeliveries(app: App, metrics: DeliveryMetrics): Promise<void> {
  metrics.overdue(await app.store.inInstallation(giveUpOverdue));
  const ids = await app.store.inInstallation((scope) => findLost(scope), { readOnly: true });
  // A transaction each, so that one that waits for a lock holds up no other; by then it may have gone on.
  for (const id of ids) {
    const status = await app.store.inInstallation(async (scope) => {
      const delivery = await lockDelivery(scope, id);
      const [still] = delivery ? await findLost(scope, id) : [];
      if (delivery === undefined || still === undefined) return null;
      const reason = `WORKER_LOST: Worker ${delivery.workerId} was lost while it ran this.`;
      return endAttempt(app, scope, delivery, { end: "failed", reason });
    });
    if (status !== null) metrics.ended("lost", status);
  }
}
