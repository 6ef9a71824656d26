// Why: docs/decisions/shared-type-checker.md
import type { LookedUp } from "./look-up-results.ts";

/**
 * The most Functions that share a checker. Groups of twice the size gain little, and lose more when one Function ends
 * the process.
 */
const mostTogether = 32;

/** A key of the Project's types in a Function's check. Only Functions with the same key share a checker. */
const typesKey = ({ one: { collections, connections } }: LookedUp) => JSON.stringify([collections, connections]);

/**
 * Splits Functions into groups that one process compiles together, in their order. A Function with Libraries, or with a
 * known result, forms its own group. No group is so large that one of `lanes` processes would wait for another.
 */
export function groupsOf(found: readonly LookedUp[], lanes: number): number[][] {
  const canShare = (one: LookedUp) => one.outcome === undefined && one.prepared.identity === null;
  const most = Math.min(mostTogether, Math.ceil(found.filter(canShare).length / (2 * lanes)));
  const groups: number[][] = [];
  const open = new Map<string, number[]>();
  for (const [index, one] of found.entries()) {
    const key = canShare(one) ? typesKey(one) : undefined;
    const group = key === undefined ? undefined : open.get(key);
    if (group !== undefined && group.length < most) {
      group.push(index);
      continue;
    }
    const started = [index];
    groups.push(started);
    if (key !== undefined) open.set(key, started);
  }
  return groups;
}
