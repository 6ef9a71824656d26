import type { Handlers } from "../../ground/handler/handler.ts";
import { readUsage } from "./queries.ts";
import { usageWish } from "./usage-wish.ts";

const mostRows = 1_000;

/**
 * The number of calls by caller, tenant and tool. It reads one row a day for each combination, however many calls there
 * were.
 */
export const getUsage: Handlers["getUsage"] = async ({ app, scope, query }) => {
  const wish = usageWish(query);
  const rows = await readUsage(scope, wish, mostRows + 1);
  const quotas = await app.dependents.quotas(scope, query.environment);
  return { from: wish.from, to: wish.to, items: rows.slice(0, mostRows), truncated: rows.length > mostRows, quotas };
};
