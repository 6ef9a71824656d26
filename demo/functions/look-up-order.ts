import { FunctionError, type Context } from "ferrule";

interface Input {
  /** Order number as printed on the invoice, for example "A-1001". @pattern ^[A-Z]-[0-9]{4}$ @example "A-1001" */
  orderId: string;
  /** How many status changes to return, newest first. @minimum 1 @maximum 20 @default 5 */
  limit?: number;
}

interface Order {
  id: string;
  customerId: string;
  status: "paid" | "packed" | "shipped" | "delivered" | "returned";
  total: { amount: number; currency: string };
  history: { at: string; status: string }[];
}

/** Looks up an order and returns its latest status changes. */
export default async function lookUpOrder(input: Input, ctx: Context) {
  const response = await fetch(`{{MOCK_INTEGRATION_URL}}/orders/${input.orderId}`, { signal: ctx.signal });
  if (response.status === 404) {
    throw new FunctionError("ORDER_NOT_FOUND", `There is no order ${input.orderId}.`, { status: 404 });
  }
  const order = (await response.json()) as Order;
  ctx.log.info("order read", { orderId: order.id, status: order.status });
  return {
    orderId: order.id,
    status: order.status,
    total: `${order.total.amount.toFixed(2)} ${order.total.currency}`,
    history: order.history.slice(0, input.limit ?? 5),
  };
}
