import type { Log } from "@ferrule/kit/log.ts";
import type { Upstream } from "./upstream.ts";
import type { EjectionReason } from "../balance/conduct.ts";

/** The median time of a probe of the others, in milliseconds; undefined: there are no others. */
export function usualProbeMs(all: Iterable<Upstream>, except: Upstream): number | undefined {
  const times: number[] = [];
  for (const one of all) {
    if (one !== except && one.healthy && one.conduct.probeMs !== undefined) times.push(one.conduct.probeMs);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

/**
 * Ejects an upstream, unless that would leave more than half of the healthy ones ejected. @returns whether it was
 * ejected
 */
export function eject(all: Iterable<Upstream>, upstream: Upstream, reason: EjectionReason, log: Log): boolean {
  const { conduct, origin, healthy } = upstream;
  if (!healthy || conduct.ejectedFor !== undefined) return false;
  const others = [...all].filter((one) => one.healthy);
  const out = others.filter((one) => one.conduct.ejectedFor !== undefined).length;
  if (out + 1 > Math.floor(others.length / 2)) return false;
  conduct.eject(reason, performance.now());
  log.warn({ upstream: origin, reason }, "upstream is ejected");
  return true;
}

/** Those that take calls: the healthy ones that are not ejected, or all healthy ones if too few of them would be left. */
export function takingCalls(all: Iterable<Upstream>): Upstream[] {
  const healthy = [...all].filter((one) => one.healthy);
  const left = healthy.filter((one) => one.conduct.ejectedFor === undefined);
  return left.length * 2 >= healthy.length ? left : healthy;
}
