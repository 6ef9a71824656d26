import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";

/** The value without the nulls that stand for arguments left out; the same value where there are none. */
export type WithoutNulls = (value: unknown) => unknown;

const mostDepth = 64;
/** Schemas that speak of one value together; what has more alternatives is left as it is. */
const mostSchemas = 200;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function referred(root: JsonSchema, reference: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const parts = reference.slice(1).split("/").slice(1);
  return parts.reduce<unknown>((at, part) => {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, root);
}

/** These schemas and every other that speaks of the same value: their alternatives, parts and references. */
function together(root: JsonSchema, given: readonly unknown[]): JsonSchema[] {
  const all = new Set(given.filter(isObject));
  for (const one of all) {
    if (all.size > mostSchemas) return [];
    const others = [one["anyOf"], one["oneOf"], one["allOf"]].flatMap((list) => (Array.isArray(list) ? list : []));
    for (const other of [...others, referred(root, one["$ref"])]) if (isObject(other)) all.add(other);
  }
  return [...all];
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Whether a schema may let null pass; in doubt it may. */
function mayBeNull(root: JsonSchema, schema: unknown, depth = 0): boolean {
  if (!isObject(schema)) return schema !== false;
  if (depth > mostDepth) return true;
  const { type, enum: values, anyOf, oneOf, allOf, $ref } = schema;
  if (type !== undefined && !list(Array.isArray(type) ? type : [type]).includes("null")) return false;
  if (Array.isArray(values) && !values.includes(null)) return false;
  if ("const" in schema && schema["const"] !== null) return false;
  const may = (one: unknown) => mayBeNull(root, one, depth + 1);
  if (list(anyOf).length > 0 && !list(anyOf).some(may)) return false;
  if (list(oneOf).length > 0 && !list(oneOf).some(may)) return false;
  const target = $ref === undefined ? undefined : referred(root, $ref);
  return list(allOf).every(may) && (target === undefined || may(target));
}

function strip(root: JsonSchema, value: unknown, given: readonly unknown[], depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > mostDepth) return value;
  const schemas = together(root, given);
  if (schemas.length === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      const inner = schemas.flatMap(({ prefixItems, items: rest }) => list(prefixItems)[index] ?? rest ?? []);
      return strip(root, item, inner, depth + 1);
    });
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [name, before] of Object.entries(value)) {
    const known = schemas.filter(({ properties }) => isObject(properties) && Object.hasOwn(properties, name));
    if (known.length === 0) continue;
    const inner = known.map(({ properties }) => (properties as JsonSchema)[name]);
    if (before === null) {
      const isRequired = schemas.some(({ required }) => list(required).includes(name));
      if (isRequired || inner.some((one) => mayBeNull(root, one))) continue;
      changed ??= { ...value };
      delete changed[name];
      continue;
    }
    const after = strip(root, before, inner, depth + 1);
    if (after !== before) (changed ??= { ...value })[name] = after;
  }
  return changed ?? value;
}

/**
 * What leaves out, at any depth, each null that is given for a property which is optional and cannot be null: models and forms
 * write `"limit": null` for an argument that they do not want to give. Values of maps (`additionalProperties`) are not
 * arguments, and stay.
 */
export function nullAsAbsent(schema: JsonSchema): WithoutNulls {
  return (value) => strip(schema, value, [schema], 0);
}
