import { deliveryStatuses } from "@ferrule/contract/states.ts";
import { id, oneOf, searchOf, text } from "../../shell/page/search-params.ts";

/** The state of the deliveries' page, from its URL. */
export const deliveriesSearch = searchOf({
  /** The delivery whose detail is open. */
  delivery: id,
  status: oneOf(deliveryStatuses),
  /** Only deliveries of this endpoint. */
  endpointId: id,
  /** Only the delivery with this id of its sender's. */
  deliveryKey: text(),
  /** Only deliveries of this request. */
  requestId: id,
});
