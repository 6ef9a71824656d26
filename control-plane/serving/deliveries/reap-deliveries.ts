import type { App } from "../../ground/app.ts";
import type { DeliveryMetrics } from "./delivery-metrics.ts";
import { endAttempt } from "./end-attempt.ts";
import { endLate } from "../../ground/leases/end-late.ts";
import { lost } from "../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { deliveryLeases, giveUpOverdue } from "./queries/claims.ts";
import { lockDelivery, type ListedDeliveryRow } from "./queries/deliveries.ts";

/**
 * Makes sure that no delivery waits for ever, whichever process was killed. Attempts with an expired lease fail, and a
 * delivery that no worker began in time dies. Several replicas may run it at once.
 */
export async function reapDeliveries(app: App, metrics: DeliveryMetrics): Promise<void> {
  metrics.overdue(await app.store.inInstallation(giveUpOverdue));
  const end = (scope: InstallationScope, delivery: ListedDeliveryRow) => {
    const reason = `WORKER_LOST: Worker ${delivery.workerId} was lost while it ran this.`;
    return endAttempt(app, scope, delivery, { end: "failed", reason });
  };
  for await (const status of endLate(app, { leases: deliveryLeases, late: lost, lock: lockDelivery, end }))
    metrics.ended("lost", status);
}
