import { Counter, Gauge, type Registry } from "prom-client";
import type { Upstream } from "./upstream.ts";
import type { Upstreams } from "./upstreams.ts";

export interface BothUpstreams {
  workers: Upstreams;
  controlPlane: Upstreams;
}

const kinds = { worker: "workers", "control-plane": "controlPlane" } as const;

/** A gauge with a value for each upstream at the time of the scrape. */
function gaugeOf(upstreams: BothUpstreams, name: string, help: string, valueOf: (upstream: Upstream) => boolean) {
  return new Gauge({
    name,
    help,
    labelNames: ["kind", "upstream"],
    registers: [],
    collect() {
      this.reset();
      for (const [kind, which] of Object.entries(kinds)) {
        for (const one of upstreams[which].all) this.set({ kind, upstream: one.origin }, valueOf(one) ? 1 : 0);
      }
    },
  });
}

/** Whether each worker takes its calls in frames at the time of the scrape. */
function framesOf(workers: Upstreams) {
  return new Gauge({
    name: "ferrule_gateway_upstream_framed",
    help: "1 for a worker that takes calls over one connection in frames, 0 for one that takes them by HTTP.",
    labelNames: ["upstream"],
    registers: [],
    collect() {
      this.reset();
      for (const { origin, inFrames } of workers.all) this.set({ upstream: origin }, inFrames ? 1 : 0);
    },
  });
}

/** The number of ejections. We count from 0, so that the first one shows as a rise. */
function ejectionsOf(upstreams: BothUpstreams) {
  return new Counter({
    name: "ferrule_gateway_ejections_total",
    help: "How often an upstream was ejected: calls failed in it, or it answered probes far later than others.",
    labelNames: ["kind", "reason"],
    registers: [],
    collect() {
      this.reset();
      for (const [kind, which] of Object.entries(kinds)) {
        for (const [reason, count] of Object.entries(upstreams[which].ejections)) this.inc({ kind, reason }, count);
      }
    },
  });
}

/** Adds health, ejections and ways of the upstreams. Labels name only upstreams that are configured or resolved now. */
export function registerUpstreamMetrics(registry: Registry, upstreams: BothUpstreams): void {
  const health = "1 for an upstream that answers its probes and takes calls, 0 for one that is out.";
  const ejected = "1 for a healthy upstream that gets no calls for a while because of how it behaved.";
  registry.registerMetric(gaugeOf(upstreams, "ferrule_gateway_upstream_healthy", health, ({ healthy }) => healthy));
  registry.registerMetric(
    gaugeOf(upstreams, "ferrule_gateway_upstream_ejected", ejected, ({ conduct }) => conduct.ejectedFor !== undefined),
  );
  registry.registerMetric(framesOf(upstreams.workers));
  registry.registerMetric(ejectionsOf(upstreams));
}
