import { FunctionError, type Context } from "ferrule";
import { askShop, type ShopOrder } from "lib/shop";

interface Input {
  /** Order number as printed on the invoice. @pattern ^A-[0-9]+$ @example "A-1001" */
  orderId: string;
  /** What the next colleague should know. @minLength 5 @maxLength 2000 */
  text: string;
}

/** Adds a note to an order, for the support team. The customer does not see it. */
export default async function addNote({ orderId, text }: Input, ctx: Context) {
  if ((await askShop<ShopOrder>(ctx, `/orders/${orderId}`)) === undefined) {
    throw new FunctionError("ORDER_NOT_FOUND", `There is no order ${orderId}.`, { status: 404 });
  }
  const by = ctx.caller.name ?? "unknown";
  await ctx.collection<{ orderId: string; text: string; by: string }>("order-notes").insert({ orderId, text, by });
  return { orderId, addedBy: by };
}
