import type { Context } from "ferrule";

interface Input {
  /** Count only orders with at least this total, in euros. @minimum 0 */
  minimumTotal?: number;
}

interface Order {
  id: string;
  status: string;
  total: { amount: number; currency: string };
}

/** Summarizes today's orders: the number in each state, and their worth. */
export default async function summarizeDay(input: Input, ctx: Context) {
  await ctx.progress(0, 2, "reading orders");
  const response = await fetch("{{MOCK_INTEGRATION_URL}}/orders", { signal: ctx.signal });
  const orders = ((await response.json()) as Order[]).filter(
    (order) => order.total.amount >= (input.minimumTotal ?? 0),
  );
  await ctx.progress(1, 2, "adding up");
  const byStatus: Record<string, number> = {};
  let revenue = 0;
  for (const order of orders) {
    byStatus[order.status] = (byStatus[order.status] ?? 0) + 1;
    revenue += order.total.amount;
  }
  ctx.log.info("day summarized", { orders: orders.length });
  await ctx.progress(2, 2);
  return { orders: orders.length, byStatus, revenue: `${revenue.toFixed(2)} EUR` };
}
