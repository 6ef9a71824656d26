import { findPolicy } from "../auth-policies/queries.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { readClock } from "../../ground/store/clock.ts";
import { periodOf } from "./period-of.ts";
import { listUsesOf } from "./queries/quotas.ts";

const mostShown = 200;

/** The use of the policy's current quotas, in the current day and month. */
export const listQuotaUses: Handlers["listQuotaUses"] = async ({ app, scope, params, query }) => {
  const { endpointId } = params;
  const { environment } = query;
  const { limits } = found(await findPolicy(scope, endpointId, environment));
  const now = await readClock(scope, app.clock);
  const periods = { day: periodOf(now, "day"), month: periodOf(now, "month") };
  const current = { day: periods.day.startsOn, month: periods.month.startsOn };
  const uses = await listUsesOf(scope, { endpointId, environment }, current, mostShown);
  const items = uses.flatMap(({ by, period, subject, name, used }) => {
    const quota = limits.quotas.find((one) => one.by === by && one.period === period);
    if (quota === undefined) return [];
    const left = Math.max(0, quota.requests - used);
    return [
      { by, period, subject, name, limit: quota.requests, used, left, resetsAt: periods[period].endsAt.toISOString() },
    ];
  });
  return { items, nextCursor: null };
};
