import type { Resolve } from "../walking/create-resolver.ts";
import type { Issue } from "../issue.ts";
import { spend } from "../work-meter.ts";

/** We report at most this many issues of one value. */
export const mostIssues = 20;
const longestName = 100;
const longestPath = 300;

/** A place in the value: a name or index within the surrounding place. */
export interface Place {
  around: Place | null;
  name: string;
}

/** Collects issues; null when only the result matters. */
export type Sink = Issue[] | null;

/** The evaluated members and items, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  names: Set<string>;
  /** All items before this index are evaluated. */
  items: number;
  indexes: Set<number>;
}

/** `applySchema`, as keywords call it for their subschemas. */
type ApplySchema = (run: Run, schema: unknown, value: unknown, place: Place, sink: Sink, seen?: Seen) => boolean;

/** One check of one value. */
export interface Run {
  apply: ApplySchema;
  resolve: Resolve;
  /** Whether the schema contains `unevaluatedProperties` or `unevaluatedItems` anywhere. */
  tracks: boolean;
  /** The current place in the value. */
  at: Place;
}

/** A schema and the value to which it is applied. */
export interface Applied<T> {
  run: Run;
  schema: Record<string, unknown>;
  value: T;
  place: Place;
  sink: Sink;
  /** Members and items that this schema has evaluated; undefined if nothing needs them. */
  seen: Seen | undefined;
}

/** Whether to look for more issues after the first. */
export const wantsMore = (sink: Sink): boolean => sink !== null && sink.length < mostIssues;

export const inside = (around: Place, name: string | number): Place => ({ around, name: String(name) });

/** The path of a place: `input.items.0`. */
export function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.around) names.push(at.name.slice(0, longestName));
  return names.toReversed().join(".").slice(0, longestPath);
}

/** Records an issue. Returns false, the result for a value that does not fit. */
export function fail(sink: Sink, place: Place, message: string): false {
  if (sink !== null && sink.length < mostIssues) {
    const path = pathOf(place);
    if (!sink.some((issue) => issue.path === path && issue.message === message)) sink.push({ path, message });
  }
  return false;
}

export const nothingSeen = (): Seen => ({ names: new Set(), items: 0, indexes: new Set() });

/** Adds the evaluated members and items of `more` to `all`. */
export function alsoSeen(all: Seen | undefined, more: Seen | undefined): void {
  if (all === undefined || more === undefined) return;
  spend(more.names.size + more.indexes.size);
  for (const name of more.names) all.names.add(name);
  for (const index of more.indexes) all.indexes.add(index);
  all.items = Math.max(all.items, more.items);
}
