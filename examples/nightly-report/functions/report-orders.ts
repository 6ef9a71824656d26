import { FunctionError, type Context } from "ferrule";

interface Input {
  /** The day to report on, for example "2026-03-04". Yesterday (UTC) if you leave it out. @pattern ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ */
  day?: string;
}

interface Order {
  status: string;
  total: { amount: number; currency: string };
}

interface Report {
  day: string;
  orders: number;
  byStatus: Record<string, number>;
  revenue: number;
}

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

function addUp(day: string, orders: readonly Order[]): Report {
  const byStatus: Record<string, number> = {};
  let cents = 0;
  for (const { status, total } of orders) {
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    cents += Math.round(total.amount * 100);
  }
  return { day, orders: orders.length, byStatus, revenue: cents / 100 };
}

const sentenceOf = ({ day, orders, byStatus, revenue }: Report) => {
  const parts = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`);
  return `${day}: ${orders} orders, ${revenue.toFixed(2)} EUR (${parts.join(", ")})`;
};

/** Keeps the report. Answers whether it is the first of this day. */
async function keep(report: Report, ctx: Context): Promise<boolean> {
  try {
    await ctx.collection<Report>("reports").insert(report);
    return true;
  } catch (error) {
    if (error instanceof FunctionError && error.code === "UNIQUE_VIOLATION") return false;
    throw error;
  }
}

async function post(text: string, ctx: Context): Promise<void> {
  const response = await fetch(await ctx.secrets.get("CHAT_WEBHOOK"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
    signal: ctx.signal,
  });
  if (!response.ok) throw new FunctionError("CHAT_REFUSED", `The chat answered ${response.status}.`, { status: 502 });
}

/** Adds up the orders of a day, posts the sum to the chat, and keeps it. A day that was reported is not posted again. */
export default async function reportOrders({ day = yesterday() }: Input, ctx: Context) {
  const known = await ctx.collection<Report>("reports").query({ where: { day }, limit: 1 });
  if (known.items.length > 0) return { day, posted: false };
  const response = await fetch(`https://shop.example.com/orders?day=${day}`, { signal: ctx.signal });
  if (!response.ok) throw new FunctionError("SHOP_REFUSED", `The shop answered ${response.status}.`, { status: 502 });
  const report = addUp(day, (await response.json()) as Order[]);
  await post(sentenceOf(report), ctx);
  return { day, posted: true, kept: await keep(report, ctx) };
}
