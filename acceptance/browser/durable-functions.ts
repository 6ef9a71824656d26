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

/** A plain Function whose deliveries fail until they are delivered again. */
export const capturing = `import { FunctionError, type HttpContext } from "ferrule";

interface Input {
  event: { id: string };
}

export default function capturePayment(input: Input, ctx: HttpContext) {
  if (ctx.attempt === 1) throw new FunctionError("PROVIDER_DOWN", "The payment provider is down.");
  return { captured: input.event.id };
}
`;

/** A plain Function whose first call fails. */
export const reporting = `import { FunctionError, type Context } from "ferrule";

export default async function reportPayments(_input: object, ctx: Context) {
  if ((await ctx.cache.get("asked")) !== undefined) return { reported: true };
  await ctx.cache.set("asked", true, { ttlSeconds: 3_600 });
  throw new FunctionError("PROVIDER_DOWN", "The payment provider is down.");
}
`;

/** A durable Function that fails until it is tried again, for the same cause as the two above. */
export const settling = failing.replace("chargeCard", "settlePayment").replace("PAYMENT_DOWN", "PROVIDER_DOWN");
