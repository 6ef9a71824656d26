import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver } from "./walking/create-resolver.ts";

/** The work of checking a value by a schema, as the number of schema members that we look at. */
export interface SchemaWork {
  /** The part that does not depend on the size of the value. */
  once: number;
  /** The part for each item or member of a value beyond those that the schema names. */
  repeated: number;
}

const most = 100_000;
/** Subschemas under these keywords are applied once for each item or member of the value. */
const repeating = new Set([
  "items",
  "contains",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const untouched = new Set(["$defs", "definitions", "default", "examples", "title", "description", "$comment"]);

/** The work of a schema after following its references; infinite if a reference leads back to itself. */
export function schemaWork(root: JsonSchema): SchemaWork {
  const resolve = createResolver(root);
  const work = { once: 0, repeated: 0 };
  const open = new Set<unknown>();
  let recurs = false;
  const walk = (at: unknown, repeats: boolean): void => {
    work.once += 1;
    if (repeats) work.repeated += 1;
    if (work.once > most) recurs = true;
    if (recurs || typeof at !== "object" || at === null) return;
    if (open.has(at)) {
      recurs = true;
      return;
    }
    open.add(at);
    for (const [key, item] of Object.entries(at)) {
      if (untouched.has(key)) continue;
      if (key === "$dynamicRef") recurs = true;
      else if (key === "$ref" && typeof item === "string") walk(resolve(item), repeats);
      else walk(item, repeats || repeating.has(key));
    }
    open.delete(at);
  };
  walk(root, false);
  return recurs ? { once: Infinity, repeated: Infinity } : work;
}

/**
 * The number of members, items and texts of a value. A text counts once for each 16 characters. It stops counting at
 * `limit`.
 */
export function valueSize(value: unknown, limit: number): number {
  let size = 0;
  const open = [value];
  while (open.length > 0 && size <= limit) {
    const at = open.pop();
    size += typeof at === "string" ? 1 + at.length / 16 : 1;
    if (typeof at !== "object" || at === null) continue;
    if (Array.isArray(at)) {
      if (size + at.length > limit) return limit + 1;
      for (const item of at as unknown[]) open.push(item);
    } else for (const key in at) open.push((at as Record<string, unknown>)[key]);
  }
  return size;
}
