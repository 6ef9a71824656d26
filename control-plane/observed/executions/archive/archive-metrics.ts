import { Gauge } from "prom-client";
import type { App } from "../../../ground/app.ts";
import { readArchiveState } from "./queries/archive-state.ts";

/** Metrics of the archive, which are the same on every replica. */
export function addArchiveMetrics({ metrics, store, archive }: Pick<App, "metrics" | "store" | "archive">): void {
  if (archive === undefined) return;
  const state = () => store.inInstallation(readArchiveState, { readOnly: true }).catch(() => null);
  metrics.registerMetric(
    new Gauge({
      name: "ferrule_archive_failures",
      help: "Times in a row that the archive of executions failed.",
      registers: [],
      async collect() {
        this.set((await state())?.failures ?? Number.NaN);
      },
    }),
  );
  metrics.registerMetric(
    new Gauge({
      name: "ferrule_archive_last_day_timestamp_seconds",
      help: "When the latest day began that is in the archive of executions.",
      registers: [],
      async collect() {
        const day = (await state())?.lastDay ?? null;
        this.set(day === null ? Number.NaN : Date.parse(day) / 1_000);
      },
    }),
  );
}
