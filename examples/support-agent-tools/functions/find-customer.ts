import type { Context } from "ferrule";
import { askShop, type ShopCustomer } from "lib/shop";

interface Input {
  /** A part of the name or of the email address. @minLength 2 @maxLength 60 @example "ada" */
  query: string;
}

const most = 10;

/** Finds customers by name or email address. */
export default async function findCustomer({ query }: Input, ctx: Context) {
  const found = (await askShop<ShopCustomer[]>(ctx, `/customers?q=${encodeURIComponent(query)}`)) ?? [];
  const customers = found.slice(0, most).map(({ id, name, email, plan }) => ({ customerId: id, name, email, plan }));
  return { customers, more: found.length > most };
}
