// Why: docs/decisions/deliveries-run-once.md
import {
  mostBatchChars,
  mostDeliveriesInBatch,
  type Acceptance,
  type NewDelivery,
} from "@ferrule/contract/internal/deliveries.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { createBatchSender } from "../../ground/control-plane-client/batch-sender.ts";
import type { ControlPlaneClient } from "../../ground/control-plane-client/control-plane-client.ts";

export interface DeliveryStore {
  /**
   * Resolves when the delivery is stored or refused. Null if we do not learn that in time; then the sender has to try
   * again.
   */
  store: (delivery: NewDelivery) => Promise<Acceptance | null>;
}

interface StoreMeans {
  client: Pick<ControlPlaneClient, "storeDeliveries">;
  log: Log;
}

/**
 * Sends requests in batches to the control plane, which stores them. It repeats each until it knows whether the request
 * is stored.
 */
export function createDeliveryStore({ client, log }: StoreMeans): DeliveryStore {
  const { send } = createBatchSender<NewDelivery, Acceptance>({
    name: "deliveries",
    log,
    ask: async (deliveries, timeoutMs) =>
      (await client.storeDeliveries({ json: JSON.stringify({ deliveries }), timeoutMs })).results,
    idOf: ({ id }) => id,
    answeredId: ({ id }) => id,
    charsOf: ({ request }) => request.length,
    mostInBatch: mostDeliveriesInBatch,
    mostBatchChars,
  });
  return { store: send };
}
