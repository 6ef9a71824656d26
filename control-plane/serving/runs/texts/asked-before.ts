import type { StepRow } from "../queries/runs.ts";
import type { RunSeal } from "../seals/seal-run.ts";
import { nameOfStep } from "./values.ts";

/**
 * The digest of the question that waits in a step (`asked` of its wait). It lies sealed in the place of the result:
 * details may be easy to guess. Undefined for a question that was stored without one.
 * @throws SealError
 */
export function askedBefore(seal: RunSeal, { key, value }: Pick<StepRow, "key" | "value">): string | undefined {
  if (value === null) return undefined;
  return (JSON.parse(seal.open(nameOfStep(key), value)) as { asked?: string }).asked;
}
