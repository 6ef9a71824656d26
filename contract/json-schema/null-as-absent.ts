import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver, type Resolve } from "./create-resolver.ts";
import { isObject } from "./is-object.ts";
import { schemasTogether } from "./schemas-together.ts";
import { beginWork, spend, TooMuchWork } from "./work-meter.ts";

/** The value without nulls that stand for omitted arguments; the same value if it has none. */
export type WithoutNulls = (value: unknown) => unknown;

const mostDepth = 64;

/** The time for one value; if it would take longer, the value stays unchanged, and the caller gets the issues. */
const timeoutMs = 50;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Whether a schema may accept null; true when in doubt. */
function mayBeNull(resolve: Resolve, schema: unknown, depth = 0): boolean {
  spend(1);
  if (!isObject(schema)) return schema !== false;
  if (depth > mostDepth) return true;
  const { type, enum: values, anyOf, oneOf, allOf, $ref } = schema;
  if (type !== undefined && !list(Array.isArray(type) ? type : [type]).includes("null")) return false;
  if (Array.isArray(values) && !values.includes(null)) return false;
  if ("const" in schema && schema["const"] !== null) return false;
  const may = (one: unknown) => mayBeNull(resolve, one, depth + 1);
  if (list(anyOf).length > 0 && !list(anyOf).some(may)) return false;
  if (list(oneOf).length > 0 && !list(oneOf).some(may)) return false;
  const target = typeof $ref === "string" ? resolve($ref) : undefined;
  return list(allOf).every(may) && (target === undefined || may(target));
}

function strip(resolve: Resolve, value: unknown, given: readonly unknown[], depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > mostDepth) return value;
  const schemas = schemasTogether(resolve, given);
  if (schemas.length === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      spend(schemas.length);
      const inner = schemas.flatMap(({ prefixItems, items: rest }) => list(prefixItems)[index] ?? rest ?? []);
      return strip(resolve, item, inner, depth + 1);
    });
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [name, before] of Object.entries(value)) {
    spend(schemas.length);
    const known = schemas.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
    if (known.length === 0) continue;
    const inner = known.map(({ properties }) => (properties as JsonSchema)[name]);
    if (before === null) {
      const isRequired = schemas.some(({ required }) => list(required).includes(name));
      if (isRequired || inner.some((one) => mayBeNull(resolve, one))) continue;
      changed ??= { ...value };
      delete changed[name];
      continue;
    }
    const after = strip(resolve, before, inner, depth + 1);
    if (after !== before) (changed ??= { ...value })[name] = after;
  }
  return changed ?? value;
}

/**
 * Makes a function that removes, at any depth, each null of a property that is optional and must not be null. Models
 * and forms write `"limit": null` to omit an argument. Values of maps (`additionalProperties`) are not arguments, and
 * stay.
 */
export function nullAsAbsent(schema: JsonSchema): WithoutNulls {
  const resolve = createResolver(schema);
  return (value) => {
    beginWork(timeoutMs);
    try {
      return strip(resolve, value, [schema], 0);
    } catch (error) {
      if (error instanceof TooMuchWork) return value;
      throw error;
    }
  };
}
