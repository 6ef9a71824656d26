// Why: docs/decisions/leased-runs.md
import type { RunMode } from "@ferrule/contract/states.ts";

/** The kinds of attempts between which a worker divides its places. */
export const kinds = {
  runs: ["durable", "once"],
  "cron-runs": ["cron"],
  deliveries: ["delivery"],
} as const satisfies Record<string, readonly RunMode[]>;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

/** A request for attempts of these kinds, at most `max` of them together. */
export interface KindsClaim {
  kinds: readonly Kind[];
  max: number;
}

/** This is small, so that workers share the due runs when many come at once. */
const mostAtOnce = 16;

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, one) => total + of(one), 0);

/** What a worker has in hand. */
export interface InHand {
  /** How many attempts of a kind. */
  count: (kind: Kind) => number;
  /** Whether attempts of a kind are brief, so that their places soon come free. */
  isBrief: (kind: Kind) => boolean;
}

/** How many places to keep for each kind. None while all that is in hand is brief: then another kind gets its turn soon. */
function reserveOf(places: number, { count, isBrief }: InHand): number {
  if (places < kindNames.length) return 0;
  const having = kindNames.filter((kind) => count(kind) > 0);
  return having.length > 0 && having.every(isBrief) ? 0 : Math.max(1, Math.floor(places / 8));
}

/**
 * What a worker may claim now, beside the claims that are open: attempts of kinds that none of those asks for. Each kind
 * may use all places except for those that are kept for the others: an eighth for each, at least one. A worker with
 * fewer places than kinds keeps none.
 * @param places how many attempts may run at once
 */
export function nextClaim(places: number, inHand: InHand, open: readonly KindsClaim[]): KindsClaim | null {
  const { count } = inHand;
  const reserve = reserveOf(places, inHand);
  const keptFor = (kind: Kind) => Math.max(0, reserve - count(kind));
  const asking = kindNames.filter((kind) => !open.some((claim) => claim.kinds.includes(kind)));
  const promised = sum(open, (claim) => Math.max(claim.max, sum(claim.kinds, keptFor)));
  const free = places - sum(kindNames, count) - promised - sum(asking, keptFor);
  const roomFor = (kind: Kind) => free + keptFor(kind);
  const able = asking.filter((kind) => roomFor(kind) > 0);
  return able.length === 0 ? null : { kinds: able, max: Math.min(mostAtOnce, ...able.map(roomFor)) };
}
