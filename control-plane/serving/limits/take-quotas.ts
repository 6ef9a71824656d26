import type { LimitAsk, LimitGrant } from "@ferrule/contract/internal/limits.ts";
import { readClock, type Clock } from "../../ground/store/clock.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { grantOf } from "./grant-of.ts";
import { periodOf } from "./period-of.ts";
import { insertQuotas, lockQuotas, writeQuotas } from "./queries/quotas.ts";

export type QuotaAsk = LimitAsk & { quota: NonNullable<LimitAsk["quota"]> };

/** If a worker is killed, at most this part of a quota is lost with it. */
const mostInHand = 100;

/** Grants parts of quotas, for the day and month of the database's clock. */
export async function takeQuotas(
  scope: ProjectScope,
  asks: readonly QuotaAsk[],
  { clock, workers }: { clock: Clock; workers: number },
): Promise<LimitGrant[]> {
  const now = await readClock(scope, clock);
  const places = asks.map(({ quota }) => ({ ...quota, ...periodOf(now, quota.period) }));
  let used = await lockQuotas(scope, places);
  if (used.size < places.length) {
    await insertQuotas(
      scope,
      places.filter((_, at) => !used.has(at)),
    );
    used = await lockQuotas(scope, places);
  }
  const after = asks.map(({ limit, owed, back, need, wants }, at) => {
    const before = Math.max(0, (used.get(at) ?? 0) + owed - back);
    const most = Math.ceil(limit / mostInHand);
    const granted = grantOf({ available: limit - before, need, wants: Math.min(wants, most), workers });
    return { granted, used: before + granted };
  });
  await writeQuotas(
    scope,
    places.map((place, at) => ({ ...place, used: after[at]!.used })),
  );
  return asks.map(({ limit }, at) => {
    const { granted, used: usedNow } = after[at]!;
    const { endsAt } = places[at]!;
    const left = Math.max(0, limit - usedNow);
    const resetMs = endsAt.getTime() - now.getTime();
    return { granted, left, retryMs: left > 0 ? 0 : resetMs, resetMs, resetsAt: endsAt.toISOString() };
  });
}
