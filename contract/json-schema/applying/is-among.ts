import { equalJson } from "./equal-json.ts";
import { spend } from "../work-meter.ts";

/** From this many values on, we make a set. */
const manyValues = 8;
/** Null if some value is a list or an object, which a set does not compare by content. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown> | null>();

function setOf(values: readonly unknown[]): ReadonlySet<unknown> | null {
  let known = sets.get(values);
  if (known === undefined) {
    known = values.every((one) => typeof one !== "object" || one === null) ? new Set(values) : null;
    sets.set(values, known);
  }
  return known;
}

/** Whether a value equals one of an `enum`. If the `enum` has only plain values, its length costs nothing. */
export function isAmong(values: readonly unknown[], value: unknown): boolean {
  const set = values.length < manyValues ? null : setOf(values);
  if (set === null) return values.some((one) => equalJson(one, value));
  spend(1);
  return set.has(value);
}
