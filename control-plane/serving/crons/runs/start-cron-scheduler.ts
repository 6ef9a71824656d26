import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../../../ground/app.ts";
import type { CronMetrics } from "./cron-metrics.ts";
import { fireDueCrons } from "./fire-due-crons.ts";
import { untilNext } from "../queries/bindings.ts";

/** The longest delay that a lost notification can cause, or a replica that died while it held a binding. */
const longestSleepMs = 1_000;
/** Another replica holds a due binding, so look again after this time. */
const shortestSleepMs = 20;
/**
 * After a change, we wait this long and read all changed bindings together; otherwise every replica would read each
 * one.
 */
const gatherMs = 50;

/**
 * Fires crons on this replica until it is disposed. Every replica does so, without a leader. The first one takes a due
 * binding, so a replica that dies delays nothing.
 */
export function startCronScheduler(app: App, metrics: CronMetrics): AsyncDisposable {
  const stop = new AbortController();

  /**
   * Fires the due bindings. Returns the time until the next one is due. A round without due bindings is one small
   * transaction.
   */
  async function round(): Promise<number> {
    const dueInMs = (await untilNext(app)) ?? longestSleepMs;
    if (dueInMs > 0) return dueInMs;
    metrics.fired(await fireDueCrons(app));
    return (await untilNext(app)) ?? longestSleepMs;
  }

  async function run(): Promise<void> {
    let failing = false;
    while (!stop.signal.aborted) {
      // Subscribe before looking, so that we do not sleep through a binding that somebody creates in between.
      const stopWaiting = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopWaiting.signal]);
      const changed = app.notifications.wait("cron_bindings", { timeoutMs: longestSleepMs, signal });
      try {
        const dueInMs = await round();
        failing = false;
        const sleepMs = Math.max(shortestSleepMs, Math.min(dueInMs, longestSleepMs));
        const wakeAt = performance.now() + sleepMs;
        await Promise.race([changed, delay(Math.ceil(sleepMs), undefined, { signal })]).catch(() => undefined);
        // An occurrence that we know to be due does not wait.
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
