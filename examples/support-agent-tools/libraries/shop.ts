import { FunctionError, type Context } from "ferrule";

/** An order as the shop's API has it. */
export interface ShopOrder {
  id: string;
  customerId: string;
  status: string;
  total: { amount: number; currency: string };
  history: { at: string; status: string }[];
}

/** A customer as the shop's API has them. */
export interface ShopCustomer {
  id: string;
  name: string;
  email: string;
  plan: string;
}

/** What the shop's API has at `path`; `undefined` if it has nothing there. */
export async function askShop<Answer>(ctx: Context, path: string): Promise<Answer | undefined> {
  const token = await ctx.secrets.get("SHOP_TOKEN");
  const response = await fetch(`https://shop.example.com${path}`, {
    headers: { accept: "application/json", authorization: `Bearer ${token}` },
    signal: ctx.signal,
  });
  if (response.status === 404) return undefined;
  if (!response.ok) {
    ctx.log.warn("the shop refused", { path, status: response.status });
    throw new FunctionError("SHOP_REFUSED", `The shop answered ${response.status}.`, { status: 502 });
  }
  return (await response.json()) as Answer;
}

/** `129.90 EUR` */
export const priceOf = ({ total }: ShopOrder): string => `${total.amount.toFixed(2)} ${total.currency}`;
