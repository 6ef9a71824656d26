import type { Resolve } from "../create-resolver.ts";
import type { Issue } from "../issue.ts";
import { spend } from "../work-meter.ts";

/** Of one value at most so many issues are told. */
export const mostIssues = 20;
const longestName = 100;
const longestPath = 300;

/** Where in the value something stands: a name or index in what is around it. */
export interface Place {
  around: Place | null;
  name: string;
}

/** Collects issues; null where only whether it fits is asked. */
export type Sink = Issue[] | null;

/** What has been looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Seen {
  names: Set<string>;
  /** All items before this index. */
  items: number;
  indexes: Set<number>;
}

/** See `applySchema`, by which the keywords apply what is inside them. */
type ApplySchema = (run: Run, schema: unknown, value: unknown, place: Place, sink: Sink, seen?: Seen) => boolean;

/** One check of one value. */
export interface Run {
  apply: ApplySchema;
  resolve: Resolve;
  /** Whether the schema asks anywhere for what has not been looked at. */
  tracks: boolean;
  /** Where the check is. */
  at: Place;
}

/** What is applied where. */
export interface Applied<T> {
  run: Run;
  schema: Record<string, unknown>;
  value: T;
  place: Place;
  sink: Sink;
  /** Of this schema and this value; undefined where nothing asks for it. */
  seen: Seen | undefined;
}

/** Whether more issues are wanted after one was found. */
export const wantsMore = (sink: Sink): boolean => sink !== null && sink.length < mostIssues;

export const inside = (around: Place, name: string | number): Place => ({ around, name: String(name) });

/** The path of a place: `input.items.0`. */
export function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at: Place | null = place; at !== null; at = at.around) names.push(at.name.slice(0, longestName));
  return names.toReversed().join(".").slice(0, longestPath);
}

/** Notes an issue. Answers false, as what does not fit does. */
export function fail(sink: Sink, place: Place, message: string): false {
  if (sink !== null && sink.length < mostIssues) {
    const path = pathOf(place);
    if (!sink.some((issue) => issue.path === path && issue.message === message)) sink.push({ path, message });
  }
  return false;
}

export const nothingSeen = (): Seen => ({ names: new Set(), items: 0, indexes: new Set() });

/** Adds to `all` what `more` has seen. */
export function alsoSeen(all: Seen | undefined, more: Seen | undefined): void {
  if (all === undefined || more === undefined) return;
  spend(more.names.size + more.indexes.size);
  for (const name of more.names) all.names.add(name);
  for (const index of more.indexes) all.indexes.add(index);
  all.items = Math.max(all.items, more.items);
}
