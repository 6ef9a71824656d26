import { FunctionError, type RunContext } from "ferrule";

export const config = { run: "durable", runPolicy: { deadlineSeconds: 1_209_600 } };

interface Input {
  /** Order number as printed on the invoice, for example "A-1004". @pattern ^[A-Z]-[0-9]{4}$ @example "A-1004" */
  orderId: string;
}

interface Order {
  id: string;
  total: { amount: number; currency: string };
}

/** Asks a person whether an order is refunded, and waits up to a week for the decision. */
export default async function decideRefund(input: Input, ctx: RunContext) {
  const order = await ctx.step("read the order", async ({ signal }) => {
    const response = await fetch(`{{MOCK_INTEGRATION_URL}}/orders/${input.orderId}`, { signal });
    if (response.status === 404)
      throw new FunctionError("ORDER_NOT_FOUND", `There is no order ${input.orderId}.`, { status: 404, retry: false });
    const { id, total } = (await response.json()) as Order;
    return { id, amount: `${total.amount.toFixed(2)} ${total.currency}` };
  });
  const { outcome, decisions } = await ctx.approve("ask a person", {
    title: `Refund ${order.amount} for order ${order.id}`,
    details: order,
    // You may decide on what you have started yourself.
    notAsker: false,
    expires: "7d",
  });
  ctx.log.info("refund decided", { orderId: order.id, outcome });
  return { orderId: order.id, amount: order.amount, outcome, reasons: decisions.map(({ reason }) => reason) };
}
