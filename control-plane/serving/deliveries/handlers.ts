export { discardDeliveries } from "./discard-deliveries.ts";
export { getDelivery } from "./get-delivery.ts";
export { listDeliveries } from "./list-deliveries.ts";
export { redeliverDeliveries } from "./redeliver-deliveries.ts";
