import type { LimitAsk, LimitGrant } from "@ferrule/contract/internal/limits.ts";
import type { App } from "../../ground/app.ts";
import { countWorkers } from "../../ground/workers/queries.ts";
import { takeQuotas, type QuotaAsk } from "./take-quotas.ts";

type Grants = (LimitGrant | null)[];

const isQuota = (ask: LimitAsk): ask is QuotaAsk => ask.quota !== undefined;
/** How long a count of the workers stays good; workers report every five seconds. */
const countedMs = 1_000;

/** The number of workers a moment ago. */
function workersOf({ store }: App): () => Promise<number> {
  let counted: Promise<number> = Promise.resolve(1);
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - countedAt > countedMs) {
      countedAt = now;
      counted = store.inInstallation(countWorkers, { readOnly: true }).catch(() => 1);
    }
    return counted;
  };
}

/**
 * Answers workers' requests for parts of limits. If the store of one kind of limit is away, the other kind still works.
 */
export function createAnswerAsks(app: App) {
  const workersNow = workersOf(app);
  let failing = false;

  async function orNulls(asks: readonly LimitAsk[], take: () => Promise<Grants>): Promise<Grants> {
    if (asks.length === 0) return [];
    try {
      const grants = await take();
      failing = false;
      return grants;
    } catch (err) {
      if (!failing) app.log.warn({ err }, "limits cannot be counted just now; each worker keeps to its share");
      failing = true;
      return asks.map(() => null);
    }
  }

  async function ofProject(projectId: string, asks: readonly LimitAsk[], workers: number): Promise<Grants> {
    const quotas = asks.filter(isQuota);
    const rates = asks.filter((ask) => !isQuota(ask));
    const { clock, rates: levels, store } = app;
    const [ofQuotas, ofRates] = await Promise.all([
      orNulls(quotas, () => store.inProject(projectId, (scope) => takeQuotas(scope, quotas, { clock, workers }))),
      orNulls(rates, () => levels.take(projectId, rates, workers)),
    ]);
    return asks.map((ask) => (isQuota(ask) ? ofQuotas.shift() : ofRates.shift()) ?? null);
  }

  return async (asks: readonly LimitAsk[]): Promise<{ workers: number; grants: Grants }> => {
    const workers = Math.max(1, await workersNow());
    const grants: Grants = asks.map(() => null);
    // One Project after the other, so that a worker that serves many does not take all connections.
    for (const [projectId, places] of Map.groupBy(asks.keys(), (at) => asks[at]!.projectId)) {
      const some = await ofProject(
        projectId,
        places.map((at) => asks[at]!),
        workers,
      );
      for (const [index, at] of places.entries()) grants[at] = some[index] ?? null;
    }
    return { workers, grants };
  };
}
