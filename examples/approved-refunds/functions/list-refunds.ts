import type { Context } from "ferrule";

interface Input {
  /** Only the refund of this order, for example "A-1001". */
  orderId?: string;
}

/** Lists the latest refunds. */
export default async function listRefunds({ orderId }: Input, ctx: Context) {
  const where = orderId === undefined ? {} : { orderId };
  const { items } = await ctx.collection("refunds").query({ where, limit: 20 });
  return { refunds: items.map(({ data }) => ({ orderId: data["orderId"], amount: data["amount"] })) };
}
