import type { Context } from "ferrule";

interface Input {
  /** Part of a name or an email address. @minLength 2 @maxLength 60 @example "ada" */
  query: string;
  /** Only customers of this plan. */
  plan?: "free" | "team" | "enterprise";
}

interface Customer {
  id: string;
  name: string;
  email: string;
  plan: "free" | "team" | "enterprise";
}

/** Finds customers by name or email. */
export default async function searchCustomers(input: Input, ctx: Context) {
  const url = new URL("{{MOCK_INTEGRATION_URL}}/customers");
  url.searchParams.set("q", input.query);
  const response = await fetch(url, { signal: ctx.signal });
  const customers = (await response.json()) as Customer[];
  const found = customers.filter((customer) => !input.plan || customer.plan === input.plan);
  ctx.log.info("customers searched", { found: found.length });
  return { customers: found, total: found.length };
}
