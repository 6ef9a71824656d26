import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { App } from "../../../ground/app.ts";
import type { CronRunRow } from "../../runs/queries/runs.ts";
import { lateness } from "../queries/lateness.ts";

export interface CronMetrics {
  /** Call it when occurrences have become runs. */
  fired: (runs: readonly CronRunRow[]) => void;
  /** Call it when a worker has got attempts. */
  started: (runs: readonly CronRunRow[]) => void;
  /** Call it when a run has ended. */
  ended: (run: Pick<CronRunRow, "status">) => void;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The metrics of crons: how late they begin, how late the most overdue one is, and how they end. */
export function createCronMetrics(registry: Registry, app: Pick<App, "store" | "clock">): CronMetrics {
  const registers = [registry];
  const delays = new Histogram({
    name: "ferrule_cron_start_delay_seconds",
    help: "Time from an occurrence to the moment its first attempt was given to a worker.",
    buckets: seconds,
    registers,
  });
  const runs = new Counter({
    name: "ferrule_cron_runs_total",
    help: "Cron runs that ended, were skipped or missed.",
    labelNames: ["status"],
    registers,
  });
  // We count from 0, so that the first failure shows as a rise.
  for (const status of ["succeeded", "failed", "skipped", "missed"]) runs.inc({ status }, 0);
  const late = new Gauge({
    name: "ferrule_cron_late_seconds",
    help: "How late the most overdue occurrence that has not begun is; the same on every replica.",
    registers: [],
    async collect() {
      this.set(await lateness(app).catch(() => Number.NaN));
    },
  });
  registry.registerMetric(late);
  return {
    fired(fresh) {
      for (const { status } of fresh) if (status !== "queued") runs.inc({ status });
    },
    started(begun) {
      for (const { attempt, catchesUp, scheduledFor, startedAt } of begun) {
        if (attempt === 1 && !catchesUp && startedAt !== null)
          delays.observe(Math.max(0, startedAt.getTime() - scheduledFor.getTime()) / 1_000);
      }
    },
    ended: ({ status }) => runs.inc({ status }),
  };
}
