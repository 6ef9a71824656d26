import type { Context } from "ferrule";

/** Creates the table of payments, if it is missing. Run it as a test, once in each environment. */
export default async function createPaymentsTable(_input: {}, ctx: Context) {
  await ctx.sql`
    create table if not exists stripe_payments (
      id text primary key,
      customer text,
      cents bigint,
      refunded_cents bigint not null default 0,
      currency text,
      paid_at timestamptz
    )`;
  return { table: "stripe_payments" };
}
