import { LRUCache } from "lru-cache";
import type { App } from "../../../ground/app.ts";
import { runSeal, type RunSeal, type SealedRun } from "./seal-run.ts";

/** Runs that are under way. Their data keys stay in memory, so that storing a step needs no read. */
const kept = new LRUCache<string, RunSeal>({ max: 10_000 });

/**
 * The seal of a run whose start is committed, kept for the next steps. A data key never changes.
 * @throws SealError
 */
export async function keepSeal(app: Pick<App, "settings">, run: SealedRun): Promise<RunSeal> {
  const seal = kept.get(run.id) ?? (await runSeal(app, run));
  kept.set(run.id, seal);
  return seal;
}

export const keptSeal = (runId: string): RunSeal | undefined => kept.get(runId);
export function dropSeal(runId: string): void {
  kept.delete(runId);
}
