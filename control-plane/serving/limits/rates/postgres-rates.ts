import type { Store } from "../../../ground/store/store.ts";
import { grantOf } from "../grant-of.ts";
import { insertRates, lockRates, writeRates } from "../queries/rates.ts";
import type { RateStore } from "../../../ground/ports/rate-store.ts";
import { levelAfter, rateGrant } from "./rate-grant.ts";

/** Keeps levels in the database, in an unlogged table. */
export const createPostgresRates = (store: Store): RateStore => ({
  take: (projectId, asks, workers) =>
    store.inProject(projectId, async (scope) => {
      const ids = asks.map(({ id }) => id);
      let rows = await lockRates(scope, ids);
      if (rows.size < ids.length) {
        await insertRates(
          scope,
          asks.filter(({ id }) => !rows.has(id)),
        );
        rows = await lockRates(scope, ids);
      }
      const after = asks.map((ask) => {
        const { level, elapsedMs } = rows.get(ask.id) ?? { level: ask.limit, elapsedMs: 0 };
        const available = levelAfter(ask, level, elapsedMs);
        const granted = grantOf({ available, need: ask.need, wants: ask.wants, workers });
        return { ask, granted, level: available - granted };
      });
      await writeRates(
        scope,
        after.map(({ ask: { id }, level }) => ({ id, level })),
      );
      return after.map(({ ask, granted, level }) => rateGrant(ask, granted, level));
    }),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});
