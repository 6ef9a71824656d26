import type { Bundle } from "@ferrule/contract/internal/artifact.ts";
import type { BuildOutcome } from "./result-cache.ts";

/** Passes an outcome's bundle on, if somebody takes bundles, and returns what is left of the outcome. */
export type TakeOutcome = (outcome: BuildOutcome) => Promise<BuildOutcome>;

export const handOver =
  (onBundle: ((bundle: Bundle) => Promise<void>) | undefined): TakeOutcome =>
  async (outcome) => {
    const { bundle } = outcome;
    if (onBundle === undefined || bundle === null) return outcome;
    await onBundle(bundle);
    return { ...outcome, bundle: null, storedDigest: bundle.digest };
  };
