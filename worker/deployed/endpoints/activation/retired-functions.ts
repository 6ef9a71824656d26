// Why: docs/decisions/shared-validators.md
import { LRUCache } from "lru-cache";
import type { CompiledArtifact } from "./compile-artifact.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";

/** Functions that no longer belong to a serving artifact, by the digest of their entry. We keep them for a rollback. */
export type RetiredFunctions = LRUCache<string, CompiledFunction>;

/** A compiled Function takes about 20 times its text, so these take about 20 MiB. */
const heldTextLength = 1_048_576;

export const createRetiredFunctions = (): RetiredFunctions =>
  new LRUCache({ maxSize: heldTextLength, sizeCalculation: ({ entry }) => entry.canonical.length });

/**
 * Keeps the Functions of `artifact` that no artifact in `inService` contains. Artifacts in service hold their own
 * Functions. In this cache, a thousand of them would evict each other just when the next artifact needs them all.
 */
export function retireFunctions(
  retired: RetiredFunctions,
  artifact: CompiledArtifact,
  inService: Iterable<CompiledArtifact>,
): void {
  const others = [...inService];
  for (const [digest, compiled] of artifact.functions) {
    if (!others.some(({ functions }) => functions.has(digest))) retired.set(digest, compiled);
  }
}
