import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { clockBehindMs } from "../shared-time.ts";

interface MetricsOptions {
  /** Histograms may hold exemplars: traces by which a value can be explained. They are shown as OpenMetrics only. */
  exemplars?: boolean;
}

/** A Prometheus registry for one role process, with the runtime's default metrics and a constant `role` label. */
export function createMetrics(role: string, { exemplars = false }: MetricsOptions = {}): Registry {
  const registry = new Registry();
  // The types of prom-client know only registries whose format never changes.
  const openMetrics: string = Registry.OPENMETRICS_CONTENT_TYPE;
  if (exemplars) registry.setContentType(openMetrics as typeof registry.contentType);
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  // A gateway decides nothing by the shared time, so it measures none.
  if (role === "gateway") return registry;
  const clock = new Gauge({
    name: "ferrule_clock_behind_seconds",
    help: "How far the clock of this machine is behind the database's; negative when it is ahead.",
    registers: [],
    collect() {
      this.set(clockBehindMs() / 1_000);
    },
  });
  registry.registerMetric(clock);
  return registry;
}
