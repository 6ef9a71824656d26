import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findDelivery } from "./queries/deliveries.ts";
import { toDelivery } from "./to-delivery.ts";

export const getDelivery: Handler<Operations["getDelivery"]> = async ({ scope, params }) =>
  toDelivery(found(await findDelivery(scope, params.deliveryId)));
