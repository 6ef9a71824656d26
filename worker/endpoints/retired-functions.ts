import { LRUCache } from "lru-cache";
import type { CompiledArtifact } from "./compile-artifact.ts";
import type { CompiledFunction } from "./compile-function.ts";

/** Functions that no artifact in service has any more, by their text: a rollback brings them back. */
export type RetiredFunctions = LRUCache<string, CompiledFunction>;

/** A Function takes about 20 times its text once it is compiled, so these are about 20 MiB. */
const heldTextLength = 1_048_576;

export const createRetiredFunctions = (): RetiredFunctions =>
  new LRUCache({ maxSize: heldTextLength, sizeCalculation: (_function, text) => text.length });

/**
 * Keeps what `artifact` had and none of those `inService` has. Those in service are held by their artifacts and not here:
 * a thousand of them would push each other out just when the next artifact asks for all of them.
 */
export function retireFunctions(
  retired: RetiredFunctions,
  artifact: CompiledArtifact,
  inService: Iterable<CompiledArtifact>,
): void {
  const others = [...inService];
  for (const [text, compiled] of artifact.functions) {
    if (!others.some(({ functions }) => functions.has(text))) retired.set(text, compiled);
  }
}
