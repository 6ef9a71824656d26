import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { delivery, type Delivery } from "@ferrule/contract/resources/delivery.ts";
import type { ListedDeliveryRow } from "./queries/deliveries.ts";

/** A delivery as the API shows it. */
export const toDelivery = (row: ListedDeliveryRow): Delivery =>
  resourceFrom(delivery, row, { nextAttemptAt: row.status === "queued" ? row.dueAt.toISOString() : null });
