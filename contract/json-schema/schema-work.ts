import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver } from "./create-resolver.ts";

/** What checking a value by a schema may take, in members of the schema that are looked at. */
export interface SchemaWork {
  /** However small the value is. */
  once: number;
  /** For each item or member that a value has beside those that the schema names. */
  repeated: number;
}

const most = 100_000;
/** What stands under these is applied as often as the value has items or members. */
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

/** The work of a schema whose references have been followed; infinite where one comes back to itself. */
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

/** The members, items and texts of a value, a text counting for each 16 characters; counted no further than `limit`. */
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
