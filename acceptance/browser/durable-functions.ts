/** Fails until it is tried again. */
export const failing = `import { FunctionError, type RunContext } from "ferrule";

export const config = { run: "durable" };

interface Input {
  orderId: string;
  amount: number;
}

export default async function chargeCard(input: Input, ctx: RunContext) {
  const order = await ctx.step("load order", () => ({ orderId: input.orderId, total: input.amount }));
  ctx.log.info("Charging", { orderId: order.orderId });
  return ctx.step("charge", () => {
    if (ctx.run.attempt === 1 && input.amount > 0)
      throw new FunctionError("PAYMENT_DOWN", "The payment provider is down.", { retry: false });
    return { charged: order.total };
  });
}
`;

/** Waits for an event and for a person. */
export const asking = `import type { RunContext } from "ferrule";

export const config = { run: "durable" };

interface Input {
  orderId: string;
  amount: number;
}

export default async function shipOrder(input: Input, ctx: RunContext) {
  await ctx.step("reserve", () => ({ shelf: 12 }));
  const packed = await ctx.waitFor<{ by: string }>(
    "packed",
    { event: "parcel.packed", match: { orderId: input.orderId } },
    { timeout: "2h" },
  );
  const { approved, outcome } = await ctx.approve("ship", {
    title: \`Ship order \${input.orderId}?\`,
    summary: "The parcel leaves the warehouse. It cannot be called back.",
    details: { orderId: input.orderId, amount: input.amount, packedBy: packed?.data.by ?? "nobody" },
    by: { roles: ["owner"] },
    notAsker: false,
  });
  if (approved) await ctx.step("ship", () => "on its way");
  return { outcome };
}
`;

/** Waits for an hour. */
export const sleeping = `import type { RunContext } from "ferrule";

export default async function waitHere(input: { orderId: string; amount: number }, ctx: RunContext) {
  await ctx.sleep("a while", "1h");
  return input.orderId;
}
`;

/** Logs something every half second until somebody cancels it. */
export const talking = `import type { RunContext } from "ferrule";

export const config = { run: "durable" };

export default async function talk(input: { orderId: string; amount: number }, ctx: RunContext) {
  for (let n = 1; ; n += 1) {
    ctx.log.info("Packing " + input.orderId, { n, apiKey: "sk_live_" + input.orderId });
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
`;
