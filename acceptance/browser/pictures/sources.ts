/** A Library of the pictures' Project. */
export const money = `/** An amount in cents as people read it: 1250 is 12.50 EUR. */
export const euros = (cents: number): string => \`\${(cents / 100).toFixed(2)} EUR\`;

/** Adds the tax of a country to an amount in cents. */
export function withTax(cents: number, country: "DE" | "NL" | "FR"): number {
  const rates = { DE: 0.19, NL: 0.21, FR: 0.2 };
  return Math.round(cents * (1 + rates[country]));
}
`;

/** A Function that uses it, a secret and the cache. */
export const chargeCard = `import { FunctionError, type Context } from "ferrule";
import { euros } from "lib/money";

interface Input {
  /** Number of the customer. @pattern ^C-[0-9]{4}$ @example "C-1001" */
  customer: string;
  /** What to charge, in cents. @minimum 50 @maximum 100000 @example 1250 */
  cents: number;
}

/** Charges the card that a customer has left with the shop. */
export default async function chargeCard(given: Input, ctx: Context) {
  const key = await ctx.secrets.get("PAYMENTS_KEY");
  const charged = await ctx.cache.get(\`charged:\${given.customer}\`);
  if (charged) throw new FunctionError("CHARGED_ALREADY", \`\${given.customer} was charged a moment ago.\`);
  await ctx.cache.set(\`charged:\${given.customer}\`, { cents: given.cents }, { ttlSeconds: 3600 });
  ctx.log.info("card charged", { customer: given.customer, amount: euros(given.cents), signed: key.length > 0 });
  return { customer: given.customer, charged: euros(given.cents) };
}
`;

export const bookPayment = `import { FunctionError, type HttpContext } from "ferrule";

interface Input {
  event: { id: string; type: string; [field: string]: unknown };
}

/** Books what the payment provider says of a payment. */
export default function bookPayment({ event }: Input, ctx: HttpContext) {
  if (event.type.startsWith("charge.dispute")) {
    throw new FunctionError("ORDER_UNKNOWN", "No order has this charge.", { status: 422 });
  }
  if (event.type === "invoice.payment_failed") throw new Error("The accounting system did not answer.");
  ctx.log.info("payment booked", { event: event.id });
  return { booked: event.id };
}
`;
