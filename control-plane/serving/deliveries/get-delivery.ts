import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findDelivery } from "./queries/deliveries.ts";
import { toDelivery } from "./to-delivery.ts";

export const getDelivery: Handlers["getDelivery"] = async ({ scope, params }) =>
  toDelivery(found(await findDelivery(scope, params.deliveryId)));
