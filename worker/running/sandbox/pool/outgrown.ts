// Why: docs/decisions/executors-are-replaced.md
import type { PooledExecutor } from "../placement.ts";
import { calmMs, calmSlackBytes, isolateBytes, retireAgeMs, retireBytes, retireGrowth } from "../limits.ts";

/**
 * Whether an executor holds more memory than its contents explain, so that a new one should replace it. After an
 * attack, fragmented memory remains that the allocator does not give back (59 MB became 275 after thirty attacks). The
 * same is true after every busy isolate, because its engine keeps the space that calls used. If nobody calls any more,
 * a cold start costs less than a hundred megabytes.
 */
export function isOutgrown(
  executor: Pick<PooledExecutor, "startedAt" | "lastUsedAt" | "spareBytes" | "floorBytes" | "tainted" | "isolates">,
  now: number,
): boolean {
  const { startedAt, lastUsedAt, spareBytes, floorBytes, tainted, isolates } = executor;
  if (now - startedAt < retireAgeMs || spareBytes === 0) return false;
  if (floorBytes > retireBytes) return true;
  const explainedBytes = spareBytes * (1 + retireGrowth) + isolates.size * isolateBytes;
  return (
    floorBytes > explainedBytes + (tainted ? 0 : now - lastUsedAt > calmMs ? calmSlackBytes : Number.POSITIVE_INFINITY)
  );
}
