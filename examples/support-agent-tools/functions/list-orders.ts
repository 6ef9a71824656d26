import type { Context } from "ferrule";
import { askShop, priceOf, type ShopOrder } from "lib/shop";

interface Input {
  /** The `customerId` that find_customer returns. @pattern ^C-[0-9]+$ @example "C-1" */
  customerId: string;
}

/** Lists the orders of a customer. */
export default async function listOrders({ customerId }: Input, ctx: Context) {
  const orders = (await askShop<ShopOrder[]>(ctx, `/orders?customerId=${customerId}`)) ?? [];
  // An API that does not know the filter returns the orders of everybody.
  const own = orders.filter((order) => order.customerId === customerId);
  return { orders: own.map((order) => ({ orderId: order.id, status: order.status, total: priceOf(order) })) };
}
