import type { PooledExecutor } from "../placement.ts";
import { isolateBytes, retireAgeMs, retireBytes, retireGrowth } from "../limits.ts";

/**
 * Whether an executor holds more memory than what is in it accounts for, so that a new one should take its place. An
 * ended attack leaves fragmented memory behind, which the allocator does not give back (59 MB became 275 after thirty).
 */
export function isOutgrown(
  executor: Pick<PooledExecutor, "startedAt" | "weighing" | "floorBytes" | "tainted" | "isolates">,
  now: number,
): boolean {
  const { startedAt, floorBytes, tainted, isolates } = executor;
  const { freshBytes } = executor.weighing;
  if (now - startedAt < retireAgeMs || freshBytes === 0) return false;
  if (floorBytes > retireBytes) return true;
  return tainted && floorBytes > freshBytes * (1 + retireGrowth) + isolates.size * isolateBytes;
}
