import { equalJson } from "./applying/equal-json.ts";
import { spend } from "./work-meter.ts";

/** Of lists with so many values, a set is made. */
const manyValues = 8;
/** Null: some value is a list or an object, which a set does not compare by what is in it. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown> | null>();

function setOf(values: readonly unknown[]): ReadonlySet<unknown> | null {
  let known = sets.get(values);
  if (known === undefined) {
    known = values.every((one) => typeof one !== "object" || one === null) ? new Set(values) : null;
    sets.set(values, known);
  }
  return known;
}

/** Whether a value equals one of an `enum`, whose length costs nothing where it names plain values only. */
export function isAmong(values: readonly unknown[], value: unknown): boolean {
  const set = values.length < manyValues ? null : setOf(values);
  if (set === null) return values.some((one) => equalJson(one, value));
  spend(1);
  return set.has(value);
}
