import type { App } from "../app.ts";
import { readClock } from "../store/clock.ts";
import type { Task } from "./start-scheduler.ts";

/** Longer without looking: the database or this process was away, and so perhaps were the workers' renewals. */
const outageMs = 5_000;

/**
 * A task that takes leases away, run again and again: after a time in which it could not run, it leaves the workers `restMs` to make
 * themselves heard, so that an outage of the database fails no run that its worker has carried through.
 */
export function restAfterOutage(restMs: number, run: Task["run"]): Task["run"] {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let restUntil = 0;
  return async (app: App) => {
    const now = performance.now();
    if (now - lookedAt > outageMs) restUntil = now + restMs;
    if (now >= restUntil) await run(app);
    else await app.store.inInstallation((scope) => readClock(scope, app.clock));
    lookedAt = performance.now();
  };
}
