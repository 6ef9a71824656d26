import { setTimeout as delay } from "node:timers/promises";
import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";

const longestMs = 2_000;
const pauseMs = 20;

interface CatchUpOptions {
  /** Reads what there is now, without being held. */
  read: (signal: AbortSignal) => Promise<ChangesPage>;
  /** Whether everything up to the end of this page has been taken over. */
  has: (page: ChangesPage) => boolean;
  /** Ends all waiting. */
  signal: AbortSignal;
}

/**
 * Waits until everything has been taken over that the control plane had said when somebody asked: at most 2 s, and not at
 * all when it does not answer. Who asks while a request is under way shares the next one, which is made at the earliest 20 ms
 * later: calls to addresses that do not exist must not become a load. What is read is not taken over here; the one who
 * follows the feed brings the same in its turn, and tells `taken`.
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
      // It is away, or has not answered in time: what is held must do.
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
    /** Another page has been taken over. */
    taken(): void {
      for (const heard of waiting) heard();
    },
  };
}
