import { setTimeout as delay } from "node:timers/promises";

/** How long background work waits for a slot, as a number of a call's waits. */
const slotWithinMs = 60_000;

/**
 * Tries again and again, for at most a minute, until background work has a slot, and returns what `attempt` came to. Null:
 * no slot came free, or `signal` aborted.
 */
export async function whenThereIsRoom<T>(attempt: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
  const until = performance.now() + slotWithinMs;
  for (;;) {
    const got = await attempt();
    if (got !== null || signal.aborted || performance.now() > until) return got;
    // A full queue refuses at once.
    await delay(50, undefined, { signal }).catch(() => undefined);
  }
}
