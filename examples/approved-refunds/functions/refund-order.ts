import { FunctionError, type Config, type RunContext } from "ferrule";

export const config = {
  run: "durable",
  // A second call for the same order is the same run.
  runPolicy: { key: "/orderId", deadlineSeconds: 86_400 },
  permissions: { collections: [{ name: "refunds", access: "read-write" }] },
} satisfies Config;

interface Input {
  /** The order, for example "A-1001". @pattern ^[A-Z]-[0-9]{4}$ */
  orderId: string;
  /** How much to pay back, in euros. Above 500, a person must approve it. @exclusiveMinimum 0 @maximum 5000 */
  amount: number;
  /** Why, in a sentence. @minLength 10 @maxLength 500 */
  reason: string;
}

/** Pays the money of an order back, once. */
export default async function refundOrder({ orderId, amount, reason }: Input, ctx: RunContext) {
  const refunds = ctx.collection("refunds");
  await ctx.step("check", async () => {
    const { items } = await refunds.query({ where: { orderId }, limit: 1 });
    if (items.length > 0) {
      throw new FunctionError("REFUNDED", `Order ${orderId} is refunded already.`, { status: 409, retry: false });
    }
  });

  // The payment provider stands here in your own copy. Send it the run's id as its idempotency key: if the worker dies
  // before the result is stored, the step runs again.
  const payment = await ctx.step("pay", () => ({ id: `refund-${ctx.run.id}` }), { retries: 10 });

  // The provider settles later. Meanwhile the run uses nothing.
  await ctx.sleep("settle", "1s");

  await ctx.step("record", async () => {
    try {
      await refunds.insert({ orderId, amount, reason, payment: payment.id });
    } catch (error) {
      // An attempt that was interrupted has recorded it.
      if (!(error instanceof FunctionError) || error.code !== "UNIQUE_VIOLATION") throw error;
    }
  });
  return { orderId, refunded: amount };
}
