import type { Resolve } from "../walking/create-resolver.ts";
import { isObject } from "../is-object.ts";
import { spend } from "../work-meter.ts";

const types = ["string", "number", "boolean", "null", "array", "object"] as const;
/** A type of JSON. Integers count as numbers here. */
export type AdmittedType = (typeof types)[number];

const mostDepth = 16;

/** The type of a value that JSON can write. */
export function typeOfValue(value: unknown): AdmittedType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "object";
}

type Types = ReadonlySet<AdmittedType>;
const every: Types = new Set(types);
const both = (a: Types, b: Types): Types => new Set([...a].filter((type) => b.has(type)));
const either = (all: readonly Types[]): Types => new Set(all.flatMap((one) => [...one]));

function ownTypes(schema: Record<string, unknown>): Types {
  const { type, enum: values } = schema;
  let admitted = every;
  if (type !== undefined) {
    const named = new Set([type].flat().map((one) => (one === "integer" ? "number" : one)));
    admitted = new Set(types.filter((one) => named.has(one)));
  }
  if (Array.isArray(values)) admitted = both(admitted, new Set(values.map(typeOfValue)));
  return "const" in schema ? both(admitted, new Set([typeOfValue(schema["const"])])) : admitted;
}

/** The types of values that a schema may accept; when in doubt, it includes a type. */
export function admittedTypes(resolve: Resolve, schema: unknown, depth = 0): Types {
  spend(1);
  if (schema === false) return new Set();
  if (!isObject(schema) || depth > mostDepth) return every;
  const { anyOf, oneOf, allOf, $ref } = schema;
  const inner = (one: unknown) => admittedTypes(resolve, one, depth + 1);
  let admitted = ownTypes(schema);
  for (const list of [anyOf, oneOf]) if (Array.isArray(list)) admitted = both(admitted, either(list.map(inner)));
  if (Array.isArray(allOf)) for (const one of allOf) admitted = both(admitted, inner(one));
  return typeof $ref === "string" ? both(admitted, inner(resolve($ref))) : admitted;
}
