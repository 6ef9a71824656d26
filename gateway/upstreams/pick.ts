import type { Upstream } from "./upstream.ts";

/** Weights this close count as equal, so that upstreams that begin together are treated the same. */
const nearly = 0.9;

/**
 * Whether to skip the less busy of two upstreams because it is still warming up. The lower its weight, the more often
 * it is skipped, as long as the other has room.
 */
function isPassedOver(better: Upstream, other: Upstream): boolean {
  const ratio = better.weight / other.weight;
  return ratio < nearly && other.fullness < 1 && Math.random() >= ratio;
}

/**
 * Picks two random upstreams and returns the less loaded. This is within a constant of the least loaded one, without the
 * herd that it would attract between two reports (Mitzenmacher 2001).
 */
export function pickOne(candidates: readonly Upstream[]): Upstream | undefined {
  const at = Math.floor(Math.random() * candidates.length);
  const step = 1 + Math.floor(Math.random() * (candidates.length - 1));
  const one = candidates[at];
  const other = candidates[(at + step) % candidates.length];
  if (one === undefined || other === undefined || one === other) return one;
  const better = one.fullness <= other.fullness ? one : other;
  const worse = better === one ? other : one;
  return isPassedOver(better, worse) ? worse : better;
}
