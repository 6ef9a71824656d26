import type { JsonSchema } from "../internal/artifact.ts";
import { isExactNumber } from "../json/exact-number.ts";
import { admittedTypes, typeOfValue, type AdmittedType } from "./admitted-types.ts";
import { createResolver, type Resolve } from "./create-resolver.ts";
import { isObject } from "./is-object.ts";
import { readJsonText } from "./read-json-text.ts";
import { schemasTogether } from "./schemas-together.ts";
import { beginWork, spend, TooMuchWork } from "./work-meter.ts";

/** The value as its schema asks for it, where that leaves one reading; the same value where there is nothing to read otherwise. */
export type AsMeant = (value: unknown) => unknown;

const mostDepth = 64;
/** For one value; what would take longer stays as it was given. */
const timeoutMs = 50;

/** What a value is as another type, if it can be written back as it was; undefined otherwise. */
function readAs(value: unknown, type: AdmittedType): unknown {
  if (type === "string") {
    const isPlain = typeof value === "boolean" || (typeof value === "number" && !/[eE]/.test(String(value)));
    return isPlain ? String(value) : undefined;
  }
  if (typeof value !== "string") return undefined;
  if (type === "number") return String(Number(value)) === value && isExactNumber(value) ? Number(value) : undefined;
  if (type === "boolean") return value === "true" || value === "false" ? value === "true" : undefined;
  if (type === "null") return value === "null" ? null : undefined;
  const read = readJsonText(value);
  return read !== undefined && typeOfValue(read) === type ? read : undefined;
}

/** A value whose type none of the schemas admits, as the one type that it can be read as. */
function reread(resolve: Resolve, value: unknown, given: readonly unknown[]): unknown {
  const admitted = new Set(given.flatMap((one) => [...admittedTypes(resolve, one)]));
  if (given.length === 0 || admitted.has(typeOfValue(value))) return value;
  const readings = [...admitted].map((type) => readAs(value, type)).filter((one) => one !== undefined);
  return readings.length === 1 ? readings[0] : value;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What these schemas say of a member, or of all that they do not name. */
function schemasOfMember(schemas: readonly JsonSchema[], name: string): unknown[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
    return isObject(additionalProperties) ? [additionalProperties] : [];
  });
}

function read(resolve: Resolve, before: unknown, given: readonly unknown[], depth: number): unknown {
  if (depth > mostDepth) return before;
  const value = reread(resolve, before, given);
  if (typeof value !== "object" || value === null) return value;
  const schemas = schemasTogether(resolve, given);
  if (schemas.length === 0) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      spend(schemas.length);
      const inner = schemas.flatMap(({ prefixItems, items: rest }) => list(prefixItems)[index] ?? rest ?? []);
      return read(resolve, item, inner, depth + 1);
    });
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [name, one] of Object.entries(value)) {
    spend(schemas.length);
    const after = read(resolve, one, schemasOfMember(schemas, name), depth + 1);
    if (after === one || name === "__proto__") continue;
    (changed ??= { ...value })[name] = after;
  }
  return changed ?? value;
}

/**
 * Reads arguments as models and their clients really write them: lists and objects as JSON text, `"5"` and `"true"` for a number and a
 * flag, `5` for a text. Only a value whose type the schema does not admit is read otherwise, only if it can be read as one of the types
 * that the schema admits and not as two, and only if it can be written back unchanged.
 */
export function asMeant(schema: JsonSchema): AsMeant {
  const resolve = createResolver(schema);
  return (value) => {
    beginWork(timeoutMs);
    try {
      return read(resolve, value, [schema], 0);
    } catch (error) {
      if (error instanceof TooMuchWork) return value;
      throw error;
    }
  };
}
