import { Gauge, type Registry } from "prom-client";
import type { App } from "../../ground/app.ts";
import { answersFor } from "../../ground/store/answers-for.ts";
import { readStanding, type Standing } from "./queries/standing.ts";

/** Every replica may be scraped, but we ask the database at most this often. */
const standsForMs = 5_000;

/** The metrics of alerts: how many fire, and for how long the most overdue message waits. */
export function addAlertMetrics(registry: Registry, { store }: Pick<App, "store">): void {
  const standing = answersFor(standsForMs, () => store.inInstallation(readStanding, { readOnly: true }));
  const gauge = (name: string, help: string, key: keyof Standing) =>
    registry.registerMetric(
      new Gauge({
        name,
        help: `${help}; the same on every replica.`,
        registers: [],
        async collect() {
          this.set((await standing())?.[key] ?? Number.NaN);
        },
      }),
    );
  gauge("ferrule_alerts_firing", "Alerts that fire, of all Projects", "firing");
  gauge("ferrule_alert_messages_late_seconds", "For how long the most overdue message has waited", "lateSeconds");
}
