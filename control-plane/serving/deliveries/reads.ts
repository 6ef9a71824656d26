import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { listDeliveryRows, findDelivery } from "./queries/deliveries.ts";
import { toDelivery } from "./to-delivery.ts";
import { found } from "../../ground/handler/not-found.ts";

/** The Project's deliveries, the latest first. */
export const listDeliveries: Handlers["listDeliveries"] = ({ scope, query }) => {
  const { limit, cursor, ...filters } = query;
  return newestPage(
    { limit, cursor },
    `deliveries:${scope.projectId}:${JSON.stringify(filters)}`,
    (...page) => listDeliveryRows(scope, filters, ...page),
    (rows) => rows.map(toDelivery),
  );
};

export const getDelivery: Handlers["getDelivery"] = async ({ scope, params }) =>
  toDelivery(found(await findDelivery(scope, params.deliveryId)));
