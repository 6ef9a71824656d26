import type { Channel, Notifications } from "./notifications/notifications.ts";

interface Waiting {
  channel: Channel;
  /** The time for it in total. */
  timeoutMs: number;
  signal: AbortSignal;
  matches?: ((payload: string) => boolean) | undefined;
  /** Tries again after this long, whether there was a notification or not. */
  pollMs?: number;
}

/**
 * Tries something at once and after each notification on a channel, until it returns a result.
 * @returns null when the time is over or `signal` aborts
 */
export async function tryUntil<T>(
  notifications: Notifications,
  { channel, timeoutMs, signal, matches, pollMs = Number.POSITIVE_INFINITY }: Waiting,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  while (!signal.aborted) {
    const stopWaiting = new AbortController();
    // Subscribe before the attempt, so that no notification gets lost in between.
    const heard = notifications.wait(channel, {
      timeoutMs: Math.max(0, Math.min(deadline - performance.now(), pollMs)),
      signal: AbortSignal.any([signal, stopWaiting.signal]),
      ...(matches && { matches }),
    });
    try {
      const result = await attempt();
      if (result !== null || performance.now() >= deadline) return result;
      await heard;
    } finally {
      stopWaiting.abort();
    }
  }
  return null;
}
