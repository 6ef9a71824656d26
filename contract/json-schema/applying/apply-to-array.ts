import { isDistinct } from "./is-distinct.ts";
import { counted } from "../sentences.ts";
import { fail, inside, wantsMore, type Applied } from "./run.ts";

/** Applies one schema to the items from an index on. */
function eachItem({ run, value, place, sink, seen }: Applied<unknown[]>, schema: unknown, from: number): boolean {
  let fits = true;
  for (let index = from; index < value.length; index += 1) {
    if (run.apply(run, schema, value[index], inside(place, index), sink)) continue;
    fits = false;
    if (!wantsMore(sink)) return false;
  }
  if (seen !== undefined) seen.items = value.length;
  return fits;
}

function applyItems(applied: Applied<unknown[]>): boolean {
  const { run, schema, value, place, sink, seen } = applied;
  const prefix: unknown[] = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
  let fits = true;
  for (const [index, one] of prefix.slice(0, value.length).entries()) {
    if (run.apply(run, one, value[index], inside(place, index), sink)) continue;
    fits = false;
    if (!wantsMore(sink)) return false;
  }
  if (seen !== undefined) seen.items = Math.max(seen.items, Math.min(prefix.length, value.length));
  if (schema["items"] === undefined) return fits;
  return eachItem(applied, schema["items"], prefix.length) && fits;
}

function applyContains({ run, schema, value, place, sink, seen }: Applied<unknown[]>): boolean {
  const { contains, minContains: least = 1, maxContains: most = Infinity } = schema;
  if (contains === undefined) return true;
  let found = 0;
  for (const [index, item] of value.entries()) {
    if (!run.apply(run, contains, item, inside(place, index), null)) continue;
    found += 1;
    seen?.indexes.add(index);
  }
  if (found < Number(least)) {
    return fail(sink, place, `must have at least ${counted(Number(least), "item")} matching contains`);
  }
  if (found <= Number(most)) return true;
  return fail(sink, place, `must have at most ${counted(Number(most), "item")} matching contains`);
}

/** The keywords for arrays. */
export function applyToArray(applied: Applied<unknown[]>): boolean {
  const { schema, value, place, sink } = applied;
  const { minItems, maxItems, uniqueItems } = schema;
  if (typeof maxItems === "number" && value.length > maxItems) {
    return fail(sink, place, `must have at most ${counted(maxItems, "item")}`);
  }
  let fits = true;
  if (typeof minItems === "number" && value.length < minItems) {
    fits = fail(sink, place, `must have at least ${counted(minItems, "item")}`);
  }
  if (fits || wantsMore(sink)) fits = applyItems(applied) && fits;
  if (fits || wantsMore(sink)) fits = applyContains(applied) && fits;
  if (uniqueItems === true && (fits || wantsMore(sink)) && !isDistinct(value)) {
    fits = fail(sink, place, "must not have the same item twice");
  }
  return fits;
}

/** `unevaluatedItems`, after all other keywords for this value. */
export function applyUnevaluatedItems({ run, schema, value, place, sink, seen }: Applied<unknown[]>): boolean {
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined || seen === undefined) return true;
  let fits = true;
  for (let index = seen.items; index < value.length; index += 1) {
    if (seen.indexes.has(index)) continue;
    if (run.apply(run, unevaluatedItems, value[index], inside(place, index), sink)) continue;
    fits = false;
    if (!wantsMore(sink)) return false;
  }
  seen.items = value.length;
  return fits;
}
