import type { JsonSchema } from "../../internal/artifact.ts";
import { isObject } from "../is-object.ts";
import { escapePointerPart } from "../walking/json-pointer.ts";
import type { SchemaProblem } from "./schema-problem.ts";

const isSchema = (value: unknown) => isObject(value) || typeof value === "boolean";
const isText = (value: unknown): value is string => typeof value === "string";
const isDistinctTexts = (value: unknown) =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const types = ["array", "boolean", "integer", "null", "number", "object", "string"];
const isType = (value: unknown) => isText(value) && types.includes(value);

/** A kind of value for a keyword: its test and its name. */
type Kind = readonly [test: (value: unknown) => boolean, name: string];

const number: Kind = [(value) => Number.isFinite(value), "a number"];
const count: Kind = [(value) => Number.isInteger(value) && Number(value) >= 0, "an integer of at least 0"];
const text: Kind = [isText, "a string"];
const flag: Kind = [(value) => typeof value === "boolean", "true or false"];
const list: Kind = [Array.isArray, "a list"];
const names: Kind = [isDistinctTexts, "a list of different names"];
const schema: Kind = [isSchema, "a schema"];
const schemas: Kind = [
  (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  "a list of at least one schema",
];

/** JSON Schema 2020-12: Core sections 8 and 10, Validation sections 6 to 9. */
const kinds: Record<string, Kind> = {
  type: [
    (value) => isType(value) || (isDistinctTexts(value) && (value as []).length > 0 && (value as []).every(isType)),
    `one of ${types.join(", ")}, or a list of them`,
  ],
  multipleOf: [(value) => Number.isFinite(value) && Number(value) > 0, "a number above 0"],
  ...Object.fromEntries(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((key) => [key, number])),
  ...Object.fromEntries(
    ["Length", "Items", "Properties", "Contains"].flatMap((what) => [
      [`min${what}`, count],
      [`max${what}`, count],
    ]),
  ),
  ...Object.fromEntries(
    ["$id", "$ref", "$anchor", "$comment", "title", "description", "pattern", "format"]
      .concat(["contentEncoding", "contentMediaType"])
      .map((key) => [key, text]),
  ),
  ...Object.fromEntries(["uniqueItems", "deprecated", "readOnly", "writeOnly"].map((key) => [key, flag])),
  enum: list,
  examples: list,
  required: names,
  ...Object.fromEntries(
    ["not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames"]
      .concat(["unevaluatedItems", "unevaluatedProperties", "contentSchema"])
      .map((key) => [key, schema]),
  ),
  ...Object.fromEntries(["allOf", "anyOf", "oneOf", "prefixItems"].map((key) => [key, schemas])),
};

/** Keywords whose values are lists by name. */
const named: Record<string, Kind> = {
  ...Object.fromEntries(
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map((key) => [key, schema]),
  ),
  dependentRequired: names,
};

const unsupported: Record<string, string> = {
  $dynamicRef: "is not supported: use $ref",
  $dynamicAnchor: "is not supported: use $anchor and $ref",
  $recursiveRef: "is not supported: use $ref",
  $recursiveAnchor: "is not supported: use $ref",
  additionalItems: "is not part of JSON Schema 2020-12: use items beside prefixItems",
  dependencies: "is not part of JSON Schema 2020-12: use dependentRequired or dependentSchemas",
};

/** The first problem with the keywords of one schema; it does not look at schemas inside. */
export function checkKeywords(one: JsonSchema, isRoot: boolean): SchemaProblem | null {
  for (const [key, value] of Object.entries(one)) {
    const path = `/${escapePointerPart(key)}`;
    const reason = Object.hasOwn(unsupported, key) ? unsupported[key] : undefined;
    if (reason !== undefined) return { code: "SCHEMA_UNSUPPORTED", path, message: reason };
    if (!isRoot && (key === "$id" || key === "$schema")) {
      return { code: "SCHEMA_UNSUPPORTED", path, message: "is supported at the root only" };
    }
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind !== undefined && !kind[0](value)) {
      return { code: "SCHEMA_INVALID", path, message: `must be ${kind[1]}` };
    }
    const inner = Object.hasOwn(named, key) ? named[key] : undefined;
    if (inner === undefined) continue;
    if (!isObject(value)) return { code: "SCHEMA_INVALID", path, message: "must be an object" };
    for (const [name, held] of Object.entries(value)) {
      if (name === "__proto__") {
        return { code: "SCHEMA_UNSUPPORTED", path: `${path}/${name}`, message: "is not allowed as a name" };
      }
      if (inner[0](held)) continue;
      return { code: "SCHEMA_INVALID", path: `${path}/${escapePointerPart(name)}`, message: `must be ${inner[1]}` };
    }
  }
  return null;
}
