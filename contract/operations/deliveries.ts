import { z } from "zod";
import { operation } from "./operation.ts";
import { changedDeliveries, chosenDeliveries, delivery } from "../resources/delivery.ts";
import { environment, listOf, page, pathId, text } from "../resources/fields.ts";
import { deliveryStatuses, roles } from "../states.ts";

const shared = { tag: "Deliveries", scope: "project", whenManaged: "allowed" } as const;
const keepers = {
  roles,
  rolesIn: { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] },
} as const;

/** Requests to routes that respond at once and run their Function later. */
export const deliveryOperations = {
  listDeliveries: operation({
    ...shared,
    method: "GET",
    path: "/api/deliveries",
    summary: "List deliveries, the latest first",
    roles: "any",
    query: z.strictObject({
      ...page,
      environment: environment.optional(),
      status: z.enum(deliveryStatuses).optional(),
      endpointId: pathId.optional(),
      bindingId: pathId.optional(),
      requestId: text(128, 1).optional(),
      deliveryKey: text(200, 1).optional(),
    }),
    response: listOf(delivery),
  }),
  getDelivery: operation({
    ...shared,
    method: "GET",
    path: "/api/deliveries/:deliveryId",
    summary: "One delivery with its attempts",
    roles: "any",
    response: delivery,
  }),
  redeliverDeliveries: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/deliveries/redeliver",
    summary: "Run ended deliveries again, with all their attempts",
    body: chosenDeliveries,
    response: changedDeliveries,
    status: 202,
    audit: "delivery.redeliver",
  }),
  discardDeliveries: operation({
    ...shared,
    ...keepers,
    method: "POST",
    path: "/api/deliveries/discard",
    summary: "Give up deliveries that wait or are dead",
    body: chosenDeliveries,
    response: changedDeliveries,
    audit: "delivery.discard",
  }),
};
