import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { CronMetrics } from "./cron-metrics.ts";
import { fireDueCrons } from "./fire-due-crons.ts";
import { untilNext } from "../queries/bindings.ts";

/** A notification that got lost costs at most this; so does a binding that another replica died with. */
const longestSleepMs = 1_000;
/** Something is due that another replica is at: it is looked at again after this. */
const shortestSleepMs = 20;
/** Bindings that change within this time are looked at together, and not each by every replica. */
const gatherMs = 50;

/**
 * Fires crons on this replica until it is disposed. Every replica does, without a leader: whichever comes first takes what is
 * due, so one that dies delays nothing.
 */
export function startCronScheduler(app: App, metrics: CronMetrics): AsyncDisposable {
  const stop = new AbortController();

  async function round(): Promise<number> {
    metrics.fired(await fireDueCrons(app));
    return (await untilNext(app)) ?? longestSleepMs;
  }

  async function run(): Promise<void> {
    let failing = false;
    while (!stop.signal.aborted) {
      // Listened for before looking, so that a binding made in between is not slept over.
      const stopWaiting = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopWaiting.signal]);
      const changed = app.notifications.wait("cron_bindings", { timeoutMs: longestSleepMs, signal });
      try {
        const dueInMs = await round();
        failing = false;
        const sleepMs = Math.max(shortestSleepMs, Math.min(dueInMs, longestSleepMs));
        const wakeAt = performance.now() + sleepMs;
        await Promise.race([changed, delay(Math.ceil(sleepMs), undefined, { signal })]).catch(() => undefined);
        // What is known to be due waits for no others.
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
