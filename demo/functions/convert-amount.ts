import { FunctionError, type Context } from "ferrule";

interface Input {
  /** The amount to convert. @minimum 0 @maximum 1000000000 @example 4200 */
  amount: number;
  /** ISO 4217 code to convert from. @pattern ^[A-Z]{3}$ @example "EUR" */
  from: string;
  /** ISO 4217 code to convert to. @pattern ^[A-Z]{3}$ @example "SEK" */
  to: string;
}

/** Converts an amount of money with today's rate. */
export default async function convertAmount(input: Input, ctx: Context) {
  const response = await fetch("{{MOCK_INTEGRATION_URL}}/rates", { signal: ctx.signal });
  const { perEuro } = (await response.json()) as { perEuro: Record<string, number> };
  const rateOf = (code: string): number => {
    const rate = perEuro[code];
    if (rate === undefined) {
      throw new FunctionError("CURRENCY_UNKNOWN", `There is no rate for ${code}.`, {
        status: 422,
        details: { known: Object.keys(perEuro) },
      });
    }
    return rate;
  };
  const rate = rateOf(input.to) / rateOf(input.from);
  return { amount: Math.round(input.amount * rate * 100) / 100, currency: input.to, rate };
}
