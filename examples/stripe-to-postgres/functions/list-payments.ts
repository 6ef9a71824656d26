import type { Context } from "ferrule";

interface Payment {
  id: string;
  customer: string | null;
  cents: number | null;
  refunded_cents: number;
}

/** Lists the latest payments, to see in a test what has arrived. */
export default async function listPayments(_input: {}, ctx: Context) {
  return ctx.sql<Payment>`
    select id, customer, cents::float8 as cents, refunded_cents::float8 as refunded_cents
    from stripe_payments order by paid_at desc nulls first limit 20`;
}
