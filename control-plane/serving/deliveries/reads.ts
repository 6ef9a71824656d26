import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { listDeliveryRows, findDelivery } from "./queries/deliveries.ts";
import { toDelivery } from "./to-delivery.ts";
import { found } from "../../ground/handler/not-found.ts";

/** The Project's deliveries, the latest first. */
export const listDeliveries: Handlers["listDeliveries"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `deliveries:${scope.projectId}`);
  const { limit, after, ...filters } = wish;
  const page = toPage(await listDeliveryRows(scope, filters, limit, after?.[0]), limit, list, ({ id }) => [id]);
  return { items: page.items.map(toDelivery), nextCursor: page.nextCursor };
};

export const getDelivery: Handlers["getDelivery"] = async ({ scope, params }) =>
  toDelivery(found(await findDelivery(scope, params.deliveryId)));
