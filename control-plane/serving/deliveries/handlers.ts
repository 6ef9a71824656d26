import type { Handlers } from "../../ground/handler/handler.ts";
import { discardDeliveries } from "./discard-deliveries.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { redeliverDeliveries } from "./redeliver-deliveries.ts";

export const deliveryHandlers = {
  discardDeliveries,
  getDelivery,
  listDeliveries,
  redeliverDeliveries,
} satisfies Partial<Handlers>;
