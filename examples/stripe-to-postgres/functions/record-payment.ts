import type { Context } from "ferrule";

interface Input {
  event: {
    id: string;
    /** "payment_intent.succeeded", "charge.refunded" and others. */
    type: string;
    /** When it happened, in epoch seconds. */
    created: number;
    data: {
      object: {
        id: string;
        customer?: string | null;
        currency?: string;
        /** Of a payment intent, in cents. */
        amount_received?: number;
        /** Of a charge: the payment intent that it belongs to. */
        payment_intent?: string | null;
        /** Of a charge: everything that was refunded of it so far, in cents. */
        amount_refunded?: number;
      };
    };
  };
}

/**
 * Writes a payment or a refund of Stripe into PostgreSQL. Stripe may send an event twice, and a refund before its payment. So each event
 * sets its own columns, and doing that again changes nothing.
 */
export default async function recordPayment({ event }: Input, ctx: Context) {
  const {
    id,
    customer,
    currency,
    payment_intent: intent,
    amount_received: received,
    amount_refunded,
  } = event.data.object;
  if (event.type === "payment_intent.succeeded") {
    await ctx.sql`
      insert into stripe_payments (id, customer, cents, currency, paid_at)
      values (${id}, ${customer ?? null}, ${received ?? 0}, ${currency ?? null}, to_timestamp(${event.created}::float8))
      on conflict (id) do update
      set customer = excluded.customer, cents = excluded.cents, currency = excluded.currency, paid_at = excluded.paid_at`;
    return { recorded: id };
  }
  if (event.type === "charge.refunded" && intent) {
    // The amount is the sum of all refunds, so the largest one is the latest.
    await ctx.sql`
      insert into stripe_payments (id, refunded_cents) values (${intent}, ${amount_refunded ?? 0})
      on conflict (id) do update
      set refunded_cents = greatest(stripe_payments.refunded_cents, excluded.refunded_cents)`;
    return { recorded: intent };
  }
  ctx.log.info("not recorded", { type: event.type });
  return { recorded: null };
}
