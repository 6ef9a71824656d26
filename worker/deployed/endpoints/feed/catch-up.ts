import { setTimeout as delay } from "node:timers/promises";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";

const longestMs = 2_000;
const pauseMs = 20;

interface CatchUpOptions {
  /** Reads the current state; the control plane responds to this request at once. */
  read: (signal: AbortSignal) => Promise<ChangesPage>;
  /** Whether the worker has applied everything up to the end of this page. */
  has: (page: ChangesPage) => boolean;
  /** Ends all waiting. */
  signal: AbortSignal;
}

/**
 * Waits until this worker has applied everything that the control plane had announced so far. It waits at most 2 s, and
 * not at all when the control plane does not respond. Callers that come during a request share the next one. That
 * request starts at least 20 ms later, so that calls to missing addresses cause no load. It does not apply the page
 * that it reads: the feed's follower applies the same changes in turn, and calls `taken`.
 */
export function createCatchUp({ read, has, signal }: CatchUpOptions) {
  const waiting = new Set<() => void>();
  /** A request and the pause after it. */
  let pausing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function catchUp(): Promise<void> {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
    try {
      const page = await read(ending);
      while (!ending.aborted && !has(page)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        ending.addEventListener("abort", () => resolve());
        await promise;
        waiting.delete(resolve);
      }
    } catch {
      // The control plane is away or too slow, so we use the current state.
    }
  }

  function caughtUp(): Promise<void> {
    if (pausing !== undefined) {
      next ??= pausing.then(() => {
        next = undefined;
        return caughtUp();
      });
      return next;
    }
    const running = catchUp();
    pausing = running
      .then(() => delay(pauseMs, undefined, { signal }))
      .catch(() => {})
      .then(() => (pausing = undefined));
    return running;
  }

  return {
    caughtUp,
    /** The worker has applied another page. */
    taken(): void {
      for (const heard of waiting) heard();
    },
  };
}
