import type { JsonSchema } from "../../internal/artifact.ts";
import { isExactNumber } from "../../json/exact-number.ts";
import { admittedTypes, typeOfValue, type AdmittedType } from "./admitted-types.ts";
import type { Resolve } from "../walking/create-resolver.ts";
import { isObject } from "../is-object.ts";
import { readJsonText } from "./read-json-text.ts";
import { rewriteBySchema } from "./rewrite-by-schema.ts";

/**
 * The value in the form that its schema expects, if there is only one way to read it so; otherwise the same value.
 */
export type AsMeant = (value: unknown) => unknown;

/** A value read as another type, if it can be written back unchanged; otherwise undefined. */
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

/** If no schema allows the value's type, reads the value as the only possible type. */
function reread(resolve: Resolve, value: unknown, given: readonly unknown[]): unknown {
  const admitted = new Set(given.flatMap((one) => [...admittedTypes(resolve, one)]));
  if (given.length === 0 || admitted.has(typeOfValue(value))) return value;
  const readings = [...admitted].map((type) => readAs(value, type)).filter((one) => one !== undefined);
  return readings.length === 1 ? readings[0] : value;
}

/** The schemas for a member, or for all members that they do not name. */
function schemasOfMember(schemas: readonly JsonSchema[], name: string): unknown[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
    return isObject(additionalProperties) ? [additionalProperties] : [];
  });
}

/**
 * Converts arguments from the forms that models and their clients often write: lists and objects as JSON text, `"5"`
 * and `"true"` for a number and a flag, `5` for a text. It changes a value only if the schema does not allow its type,
 * exactly one allowed type can read it, and it can be written back unchanged.
 */
export const asMeant = (schema: JsonSchema): AsMeant =>
  rewriteBySchema(schema, {
    value: reread,
    member: (_resolve, schemas, name) => schemasOfMember(schemas, name),
  });
