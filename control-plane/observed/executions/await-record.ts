import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { madeAt } from "@ferrule/kit/identifier.ts";
import type { App } from "../../ground/app.ts";

/**
 * A worker reports an execution a moment after it answers the call. A reader who asks at once waits this long for the
 * report.
 */
const waitAtMostMs = 2_000;
/** If an identifier is older than this, its execution has been reported or never will be. */
const recentMs = 10_000;

export interface Awaiting {
  app: App;
  projectId: string;
  signal: AbortSignal;
}

/**
 * Returns the result of `find`. If it finds nothing, the report may still be on its way: when this installation made
 * `id` (an execution's or a request's) a moment ago, it waits up to two seconds for the report.
 */
export async function awaitRecord<T>(
  { app, projectId, signal }: Awaiting,
  id: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const age = Math.abs(sharedNow() - (madeAt(id) ?? 0));
  if (age > recentMs) return find();
  const until = performance.now() + waitAtMostMs;
  for (;;) {
    const stopWaiting = new AbortController();
    const leftMs = until - performance.now();
    // Subscribe before reading, so that no notification gets lost in between.
    const heard = app.notifications.wait("executions", {
      timeoutMs: Math.max(0, leftMs),
      signal: AbortSignal.any([signal, stopWaiting.signal]),
      matches: (payload) => payload === projectId,
    });
    try {
      const one = await find();
      if (one !== undefined || leftMs <= 0 || signal.aborted) return one;
      await heard;
    } finally {
      stopWaiting.abort();
    }
  }
}
