import { deliveryStatuses, type DeliveryStatus } from "@ferrule/contract/states.ts";
import { said, searchOneOf, searchText } from "../../shell/page/search-params.ts";

export interface DeliveriesSearch {
  /** The delivery whose detail is open. */
  delivery?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** Only deliveries of this endpoint. */
  endpointId?: string | undefined;
  /** Only the delivery with this id of its sender's. */
  deliveryKey?: string | undefined;
  /** Only deliveries of this request. */
  requestId?: string | undefined;
}

/** The state of the deliveries' page, from its URL. */
export const deliveriesSearch = (search: Record<string, unknown>): DeliveriesSearch =>
  said<DeliveriesSearch>({
    delivery: searchText(search["delivery"], 128),
    status: searchOneOf(deliveryStatuses, search["status"]),
    endpointId: searchText(search["endpointId"], 128),
    deliveryKey: searchText(search["deliveryKey"]),
    requestId: searchText(search["requestId"], 128),
  });
