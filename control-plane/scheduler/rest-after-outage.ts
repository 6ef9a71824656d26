import type { App } from "../app.ts";
import { readClock } from "../store/clock.ts";
import type { Task } from "./start-scheduler.ts";

/** A longer gap means that the database or this process was away, and the workers' renewals may be missing too. */
const outageMs = 5_000;

/**
 * A recurring task that takes leases away. After a gap in which it could not run, it waits `restMs` for the workers to
 * report. So a database outage fails no run that its worker carried through.
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
