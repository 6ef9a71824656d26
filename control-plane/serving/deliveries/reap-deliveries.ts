import type { App } from "../../ground/app.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { endAttempt } from "./end-attempt.ts";
import { findLost, giveUpOverdue } from "./queries/claims.ts";
import { lockDelivery } from "./queries/deliveries.ts";

/**
 * Makes sure that no delivery waits for ever, whichever process was killed. Attempts with an expired lease fail, and a
 * delivery that no worker began in time dies. Several replicas may run it at once.
 */
export async function reapDeliveries(app: App, metrics: DeliveryMetrics): Promise<void> {
  metrics.overdue(await app.store.inInstallation(giveUpOverdue));
  const ids = await app.store.inInstallation((scope) => findLost(scope), { readOnly: true });
  // Each has a transaction of its own, so that one that waits for a lock blocks no other. The delivery may have moved
  // on by then.
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
