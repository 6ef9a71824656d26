import { FunctionError, type Context } from "ferrule";

interface Input {
  /** For example "2026-03-04". @pattern ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ */
  day: string;
}

interface Report {
  day: string;
  orders: number;
  byStatus: Record<string, number>;
  revenue: number;
}

/** Returns the report of a day. */
export default async function readReport({ day }: Input, ctx: Context) {
  const [report] = (await ctx.collection<Report>("reports").query({ where: { day }, limit: 1 })).items;
  if (report === undefined) throw new FunctionError("NO_REPORT", `There is no report of ${day}.`, { status: 404 });
  return report.data;
}
