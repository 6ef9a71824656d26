import { Registry } from "prom-client";

export interface Exposition {
  contentType: string;
  text: string;
}

/** The types of prom-client know only registries whose format never changes. */
const formatOf = ({ contentType }: Registry): string => contentType;
const openMetrics = /(?:^|[\s,])application\/openmetrics-text\b/;
const turns = new WeakMap<Registry, Promise<unknown>>();

async function write(registry: Registry, contentType: string): Promise<Exposition> {
  const usual = registry.contentType;
  // When prom-client writes OpenMetrics, it removes `_total` from the names of counters, and never puts it back.
  const named = registry.getMetricsAsArray().map((metric) => ({ metric, name: metric.name }));
  try {
    registry.setContentType(contentType as typeof usual);
    return { contentType, text: await registry.metrics() };
  } finally {
    for (const { metric, name } of named) metric.name = name;
    registry.setContentType(usual);
  }
}

/**
 * The metrics in the format that a scraper asks for: OpenMetrics, which has exemplars, if the scraper asks for it and
 * the registry has exemplars; otherwise Prometheus' text. Scrapes take turns, because the format is a state of the
 * registry.
 */
export function expose(registry: Registry, accept: string | undefined): Promise<Exposition> {
  const hasExemplars = formatOf(registry) === Registry.OPENMETRICS_CONTENT_TYPE || turns.has(registry);
  if (!hasExemplars) return write(registry, Registry.PROMETHEUS_CONTENT_TYPE);
  const wanted = openMetrics.test(accept ?? "") ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE;
  const turn = (turns.get(registry) ?? Promise.resolve()).then(() => write(registry, wanted));
  turns.set(
    registry,
    turn.catch(() => undefined),
  );
  return turn;
}
