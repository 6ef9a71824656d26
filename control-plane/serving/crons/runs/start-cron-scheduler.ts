import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../../ground/app.ts";
import type { CronMetrics } from "./cron-metrics.ts";
import { fireDueCrons } from "./fire-due-crons.ts";
import { untilNext } from "../queries/bindings.ts";

/** A lost notification delays firing by at most this, and so does another replica that died with a binding. */
const longestSleepMs = 1_000;
/** Another replica is working on something that is due: look again after this. */
const shortestSleepMs = 20;
/** Debounces changes: bindings that change within this time are read together, not each by every replica. */
const gatherMs = 50;

/**
 * Fires crons on this replica until it is disposed. Every replica does so without a leader: the first one takes what is
 * due, so a replica that dies delays nothing.
 */
export function startCronScheduler(app: App, metrics: CronMetrics): AsyncDisposable {
  const stop = new AbortController();

  /** Fires what is due. Returns the time until more is. A round without anything due is one small transaction. */
  async function round(): Promise<number> {
    const dueInMs = (await untilNext(app)) ?? longestSleepMs;
    if (dueInMs > 0) return dueInMs;
    metrics.fired(await fireDueCrons(app));
    return (await untilNext(app)) ?? longestSleepMs;
  }

  async function run(): Promise<void> {
    let failing = false;
    while (!stop.signal.aborted) {
      // Subscribe before looking, so that we do not sleep through a binding created in between.
      const stopWaiting = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopWaiting.signal]);
      const changed = app.notifications.wait("cron_bindings", { timeoutMs: longestSleepMs, signal });
      try {
        const dueInMs = await round();
        failing = false;
        const sleepMs = Math.max(shortestSleepMs, Math.min(dueInMs, longestSleepMs));
        const wakeAt = performance.now() + sleepMs;
        await Promise.race([changed, delay(Math.ceil(sleepMs), undefined, { signal })]).catch(() => undefined);
        // An occurrence known to be due does not wait for the debounce.
        const gatheringMs = Math.min(gatherMs, wakeAt - performance.now());
        if (gatheringMs > 0) await delay(gatheringMs, undefined, { signal: stop.signal }).catch(() => undefined);
      } catch (error) {
        if (!failing) app.log.warn({ err: error }, "crons cannot be fired");
        failing = true;
        await delay(longestSleepMs / 4, undefined, { signal: stop.signal }).catch(() => undefined);
      } finally {
        stopWaiting.abort();
      }
    }
  }

  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
