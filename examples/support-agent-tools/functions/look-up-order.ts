import { FunctionError, type Context } from "ferrule";
import { askShop, priceOf, type ShopOrder } from "lib/shop";

interface Input {
  /** Order number as printed on the invoice. @pattern ^A-[0-9]+$ @example "A-1001" */
  orderId: string;
}

interface Note {
  orderId: string;
  text: string;
  by: string;
}

/** Looks up an order: its status, its latest changes, and the notes of the support team. */
export default async function lookUpOrder({ orderId }: Input, ctx: Context) {
  const [order, notes] = await Promise.all([
    askShop<ShopOrder>(ctx, `/orders/${orderId}`),
    ctx.collection<Note>("order-notes").query({ where: { orderId }, limit: 10 }),
  ]);
  if (order === undefined) throw new FunctionError("ORDER_NOT_FOUND", `There is no order ${orderId}.`, { status: 404 });
  return {
    orderId,
    status: order.status,
    total: priceOf(order),
    history: order.history.slice(0, 5),
    notes: notes.items.map(({ data, createdAt }) => ({ text: data.text, by: data.by, at: createdAt })),
  };
}
