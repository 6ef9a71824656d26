import { createMetrics } from "@ferrule/kit/metrics/metrics.ts";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Lacking } from "../balance/room.ts";
import { prefixes, type Prefix } from "../answers/prefix-of.ts";
import { registerUpstreamMetrics, type BothUpstreams } from "../upstreams/upstream-metrics.ts";

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export interface GatewayMetrics {
  registry: Registry;
  began: (prefix: Prefix) => void;
  /** `statusClass` is `2xx` and so on, or `gone` when the client left before an answer began. */
  ended: (prefix: Prefix, statusClass: string, durationMs: number, traceId?: string) => void;
  retried: (reason: "unreachable" | "not-started") => void;
  /** A request has become a stream that stays open, which no longer counts as under way. */
  listens: (prefix: Prefix) => void;
  /** Such a stream has closed; `ended` follows. `isSlow`: we closed it, because its client did not read. */
  listened: (prefix: Prefix, isSlow: boolean) => void;
}

/** Requests under way at the time of the scrape. */
function underWay(inFlight: Readonly<Record<Prefix, number>>) {
  return new Gauge({
    name: "ferrule_gateway_requests_in_flight",
    help: "Requests under way, by prefix.",
    labelNames: ["prefix"],
    registers: [],
    collect() {
      for (const prefix of [...prefixes, "files"] as const) this.set({ prefix }, inFlight[prefix]);
    },
  });
}

/** Counts streams that stay open for changes, instead of as requests under way, and those whose clients did not read. */
function countListeners(
  registry: Registry,
  inFlight: Record<Prefix, number>,
): Pick<GatewayMetrics, "listens" | "listened"> {
  let open = 0;
  const gauge = new Gauge({
    name: "ferrule_gateway_listeners",
    help: "Open streams on which MCP clients listen for changes.",
    registers: [],
    collect() {
      this.set(open);
    },
  });
  registry.registerMetric(gauge);
  const dropped = new Counter({
    name: "ferrule_gateway_listeners_dropped_total",
    help: "Streams for changes that the gateway closed because their clients did not read them.",
    registers: [registry],
  });
  return {
    listens(prefix) {
      inFlight[prefix] -= 1;
      open += 1;
    },
    listened(prefix, isSlow) {
      inFlight[prefix] += 1;
      open -= 1;
      if (isSlow) dropped.inc();
    },
  };
}

/** Calls that found no room. We count from 0, so that the first one shows as a rise. */
function refusalsOf(refused: Readonly<Record<Lacking, number>>) {
  return new Counter({
    name: "ferrule_gateway_overloaded_total",
    help: "Calls that the gateway refused because their endpoint had its share of places, memory or listeners, or nothing was free.",
    labelNames: ["lacking"],
    registers: [],
    collect() {
      this.reset();
      for (const [lacking, count] of Object.entries(refused)) this.inc({ lacking }, count);
    },
  });
}

/** The gateway's Prometheus metrics: calls, durations, calls in flight, retries, and upstream health. */
export function createGatewayMetrics(
  upstreams: BothUpstreams,
  refused: Readonly<Record<Lacking, number>>,
  exemplars = false,
): GatewayMetrics {
  const registry = createMetrics("gateway", { exemplars });
  const registers = [registry];
  const inFlight: Record<Prefix, number> = { api: 0, mcp: 0, http: 0, files: 0 };
  const requests = new Counter({
    name: "ferrule_gateway_requests_total",
    help: "Requests answered, by prefix and class of status.",
    labelNames: ["prefix", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "ferrule_gateway_request_duration_seconds",
    help: "Time from a request's header to the end of its answer.",
    labelNames: ["prefix"],
    buckets: seconds,
    registers,
    enableExemplars: exemplars,
  });
  const retries = new Counter({
    name: "ferrule_gateway_retries_total",
    help: "Calls offered to another worker because nothing had been started.",
    labelNames: ["reason"],
    registers,
  });
  // We count from 0, so that the first failure shows as a rise.
  for (const prefix of [...prefixes, "files"] as const)
    for (const status of ["2xx", "3xx", "4xx", "5xx", "gone"]) requests.inc({ prefix, status }, 0);
  for (const reason of ["unreachable", "not-started"]) retries.inc({ reason }, 0);
  registry.registerMetric(underWay(inFlight));
  registry.registerMetric(refusalsOf(refused));
  registerUpstreamMetrics(registry, upstreams);
  return {
    registry,
    began(prefix) {
      inFlight[prefix] += 1;
    },
    ended(prefix, status, durationMs, traceId) {
      inFlight[prefix] -= 1;
      requests.inc({ prefix, status });
      const value = durationMs / 1000;
      if (!exemplars) durations.observe({ prefix }, value);
      else if (traceId === undefined) durations.observe({ labels: { prefix }, value });
      else durations.observe({ labels: { prefix }, value, exemplarLabels: { trace_id: traceId } as object });
    },
    retried(reason) {
      retries.inc({ reason });
    },
    ...countListeners(registry, inFlight),
  };
}
