import { inexactNumber, isExactNumber, isInexactNumber } from "@ferrule/contract/json/exact-number.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { followPointer } from "@ferrule/contract/json-schema/walking/json-pointer.ts";

type Kind = "string" | "integer" | "number" | "boolean" | "null" | "array" | "object";

/** The types to which the text of one path or query parameter may be converted. */
interface Coercion {
  kinds: ReadonlySet<Kind>;
  /** The types of the items, if it may be an array. */
  items: ReadonlySet<Kind>;
}

export type Coercions = ReadonlyMap<string, Coercion>;

const number = /^-?(?:0|[1-9]\d{0,300})(?:\.\d{1,300})?(?:[eE][+-]?\d{1,3})?$/;
const deepestReference = 8;

const kindOf = (value: unknown): Kind | undefined => {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean" ? (typeof value as Kind) : undefined;
};

/** The kinds of value that a subschema names, by type, enum, const, reference or alternative. */
function collect(
  root: JsonSchema,
  schema: unknown,
  found: { kinds: Set<Kind>; items: Set<Kind> },
  depth: number,
): void {
  if (schema === null || typeof schema !== "object" || depth > deepestReference) return;
  const { type, enum: values, const: only, items, $ref, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
  for (const kind of [type].flat()) if (typeof kind === "string") found.kinds.add(kind as Kind);
  if (type === undefined) {
    for (const value of [...(Array.isArray(values) ? values : []), ...(only === undefined ? [] : [only])]) {
      const kind = kindOf(value);
      if (kind !== undefined) found.kinds.add(kind);
    }
  }
  if (items !== undefined) {
    const nested = { kinds: found.items, items: new Set<Kind>() };
    collect(root, items, nested, depth + 1);
  }
  if (typeof $ref === "string") collect(root, followPointer(root, $ref), found, depth + 1);
  for (const list of [anyOf, oneOf, allOf]) {
    if (Array.isArray(list)) for (const one of list) collect(root, one, found, depth + 1);
  }
}

/** One of the root's properties, after following references; undefined when there is none. */
function propertyOf(root: JsonSchema, name: string): unknown {
  let at: unknown = isObject(root["properties"]) ? root["properties"][name] : undefined;
  for (let depth = 0; depth < deepestReference && isObject(at) && typeof at["$ref"] === "string"; depth += 1) {
    at = followPointer(root, at["$ref"]);
  }
  return at;
}

/**
 * The types of each property of a schema's root, for the strings of paths, queries and forms. With `within`, the types
 * of the properties inside the root's property of that name.
 */
export function coercionsOf(schema: JsonSchema, within?: string): Coercions {
  const coercions = new Map<string, Coercion>();
  const at = within === undefined ? schema : propertyOf(schema, within);
  const properties = isObject(at) ? at["properties"] : undefined;
  if (!isObject(properties)) return coercions;
  for (const [name, property] of Object.entries(properties)) {
    const found = { kinds: new Set<Kind>(), items: new Set<Kind>() };
    collect(schema, property, found, 0);
    coercions.set(name, found);
  }
  return coercions;
}

const isNumeric = (kinds: ReadonlySet<Kind>) => kinds.has("number") || kinds.has("integer");

/** The number that a text spells; null when it spells none, or one that JavaScript cannot represent exactly. */
function numberOf(text: string): number | null {
  if (!number.test(text) || !isExactNumber(text)) return null;
  const value = Number(text);
  return value === 0 ? 0 : value;
}

/** Whether a property accepts a list but no object. Then a single file becomes a list of one. */
export const mayBeList = (coercion: Coercion | undefined): boolean =>
  coercion !== undefined && coercion.kinds.has("array") && !coercion.kinds.has("object");

/** The value that `text` stands for. Any other text stays, so that validation can report it. */
function coerceText(text: string, kinds: ReadonlySet<Kind>): unknown {
  if (isNumeric(kinds)) {
    const value = numberOf(text);
    if (value !== null) return value;
  }
  if (kinds.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (kinds.has("null") && !kinds.has("string") && (text === "" || text === "null")) return null;
  return text;
}

/**
 * Why a text that spells a number was not converted, although the schema requires a number. Null if that is not so.
 */
export function whyInexact(value: unknown, coercion: Coercion | undefined): string | null {
  if (coercion === undefined || typeof value === "number") return null;
  const isList = Array.isArray(value);
  const kinds = isList ? coercion.items : coercion.kinds;
  if (kinds.has("string") || !isNumeric(kinds)) return null;
  const texts: unknown[] = isList ? value : [value];
  const inexact = texts.find((one) => typeof one === "string" && isInexactNumber(one));
  return typeof inexact === "string" ? inexactNumber(inexact) : null;
}

/**
 * Converts one parameter by its schema (docs/http.md, Input). `given` comes from the path or query; it is a list when
 * the query repeats a name. If a property may be a string, the value stays a string, whatever it looks like.
 */
export function coerce(given: string | readonly string[], coercion: Coercion | undefined): unknown {
  if (coercion === undefined) return given;
  const { kinds, items } = coercion;
  if (typeof given !== "string") return kinds.has("array") ? given.map((text) => coerceText(text, items)) : given;
  if (kinds.has("string")) return given;
  const value = coerceText(given, kinds);
  return kinds.has("array") && value === given ? [coerceText(given, items)] : value;
}
