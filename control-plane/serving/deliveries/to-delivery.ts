import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { delivery, type Delivery } from "@ferrule/contract/resources/delivery.ts";
import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import type { DeliveryRow } from "../runs/queries/runs.ts";
import type { ListedDeliveryRow } from "./queries/deliveries.ts";

/** The states of deliveries by those of runs. */
const statuses: Readonly<Record<DeliveryRow["status"], DeliveryStatus>> = {
  queued: "queued",
  running: "running",
  succeeded: "succeeded",
  failed: "dead",
  cancelled: "discarded",
};

/** A delivery as the API shows it. */
export const toDelivery = (row: ListedDeliveryRow): Delivery =>
  resourceFrom(
    delivery,
    {
      ...row,
      deliveryKey: row.key,
      size: row.inputChars,
      status: statuses[row.status],
      receivedAt: row.createdAt,
    },
    { nextAttemptAt: row.status === "queued" ? (row.dueAt?.toISOString() ?? null) : null },
  );
