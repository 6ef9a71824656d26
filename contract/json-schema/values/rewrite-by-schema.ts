import type { JsonSchema } from "../../internal/artifact.ts";
import { createResolver, type Resolve } from "../walking/create-resolver.ts";
import { schemasTogether } from "./schemas-together.ts";
import { beginWork, spend, TooMuchWork } from "../work-meter.ts";

/** Deeper values stay unchanged. */
export const mostDepth = 64;
/** For one value; if it would take longer, the value stays unchanged, and the caller learns what does not fit. */
const timeoutMs = 50;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Limits the time of a function that gives a value another form. If it takes too long, the value stays unchanged. */
export const inTime =
  <T>(rewrite: (value: T) => T) =>
  (value: T): T => {
    beginWork(timeoutMs);
    try {
      return rewrite(value);
    } catch (error) {
      if (error instanceof TooMuchWork) return value;
      throw error;
    }
  };

interface Rewriting {
  /** Another form of a value, by the schemas for it. */
  value?: (resolve: Resolve, value: unknown, given: readonly unknown[]) => unknown;
  /** The schemas for an object's member, by those for the object; null if the member goes. */
  member: (resolve: Resolve, schemas: readonly JsonSchema[], name: string, member: unknown) => unknown[] | null;
}

/** Makes a function that rewrites a value at any depth, by its schema. A value that needs no change is the same one. */
export function rewriteBySchema(schema: JsonSchema, { value: reform, member }: Rewriting): (value: unknown) => unknown {
  const resolve = createResolver(schema);
  function rewrite(before: unknown, given: readonly unknown[], depth: number): unknown {
    if (depth > mostDepth) return before;
    const value = reform === undefined ? before : reform(resolve, before, given);
    if (typeof value !== "object" || value === null) return value;
    const schemas = schemasTogether(resolve, given);
    if (schemas.length === 0) return value;
    if (Array.isArray(value)) {
      const items = value.map((item: unknown, index) => {
        spend(schemas.length);
        const inner = schemas.flatMap(({ prefixItems, items: rest }) => list(prefixItems)[index] ?? rest ?? []);
        return rewrite(item, inner, depth + 1);
      });
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    let changed: Record<string, unknown> | undefined;
    for (const [name, one] of Object.entries(value)) {
      spend(schemas.length);
      const inner = member(resolve, schemas, name, one);
      if (inner === null) delete (changed ??= { ...value })[name];
      else {
        const after = rewrite(one, inner, depth + 1);
        if (after !== one && name !== "__proto__") (changed ??= { ...value })[name] = after;
      }
    }
    return changed ?? value;
  }
  return inTime((value) => rewrite(value, [schema], 0));
}
