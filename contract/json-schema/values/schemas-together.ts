import type { JsonSchema } from "../../internal/artifact.ts";
import type { Resolve } from "../walking/create-resolver.ts";
import { isObject } from "../is-object.ts";
import { spend } from "../work-meter.ts";

/** With more alternatives than this, the value stays unchanged. */
const mostSchemas = 200;

/**
 * These schemas and all others for the same value: their alternatives, parts and references. Empty when there are too
 * many.
 */
export function schemasTogether(resolve: Resolve, given: readonly unknown[]): JsonSchema[] {
  const all = new Set(given.filter(isObject));
  for (const one of all) {
    if (all.size > mostSchemas) return [];
    const others = [one["anyOf"], one["oneOf"], one["allOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
    for (const other of [...others, ...(typeof one["$ref"] === "string" ? [resolve(one["$ref"])] : [])])
      if (isObject(other)) all.add(other);
  }
  spend(all.size);
  return [...all];
}
