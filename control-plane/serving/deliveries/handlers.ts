export { discardDeliveries } from "./discard-deliveries.ts";
export { redeliverDeliveries } from "./redeliver-deliveries.ts";
export { listDeliveries, getDelivery } from "./reads.ts";
