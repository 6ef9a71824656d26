import { collectDefaultMetrics, Registry } from "prom-client";

interface MetricsOptions {
  /** Histograms may hold exemplars: traces by which a value can be explained. They are shown as OpenMetrics only. */
  exemplars?: boolean;
}

/** A Prometheus registry for one role process, with the runtime's default metrics and a constant `role` label. */
export function createMetrics(role: string, { exemplars = false }: MetricsOptions = {}): Registry {
  const registry = new Registry();
  // Its types know only registries whose format never changes.
  const openMetrics: string = Registry.OPENMETRICS_CONTENT_TYPE;
  if (exemplars) registry.setContentType(openMetrics as typeof registry.contentType);
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  return registry;
}
