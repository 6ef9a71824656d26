import type { BundleBytes } from "../../ground/bundle-bytes.ts";
import type { BuildOutcome } from "./cache/result-cache.ts";

/** Passes an outcome's bundle on, if there is a receiver. Returns the rest of the outcome. */
export type TakeOutcome = (outcome: BuildOutcome) => Promise<BuildOutcome>;

export const handOver =
  (onBundle: ((bundle: BundleBytes) => Promise<void>) | undefined): TakeOutcome =>
  async (outcome) => {
    const { bundle } = outcome;
    if (onBundle === undefined || bundle === null) return outcome;
    await onBundle(bundle);
    return { ...outcome, bundle: null, storedDigest: bundle.digest };
  };
