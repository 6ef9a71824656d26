import { collectDefaultMetrics, Registry } from "prom-client";

/** A Prometheus registry for one role process, with the runtime's default metrics and a constant `role` label. */
export function createMetrics(role: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ role });
  collectDefaultMetrics({ register: registry });
  return registry;
}
