import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver, type Resolve } from "../json-schema/walking/create-resolver.ts";
import { everySchema } from "../json-schema/walking/every-schema.ts";
import { isObject } from "../json-schema/is-object.ts";
import { loosenSchema } from "../json-schema/loosen-schema.ts";
import { portableSchema } from "../json-schema/portable-schema.ts";

/** A tool's results in `tools/list` before 2026-07-28, and their form. */
export interface ListedOutput {
  /** Null if nothing is known about them. */
  schema: JsonSchema | null;
  /** Whether each result is wrapped in `{"result": …}`. Null: only results that are not objects. */
  isWrapped: boolean | null;
}

const mostDepth = 16;
const ofEveryObject = Object.getOwnPropertyNames(Object.prototype);

/**
 * Keywords that ajv gets wrong: it divides binary numbers, and it decides wrongly which members and items are
 * evaluated.
 */
const misread = ["multipleOf", "unevaluatedItems", "unevaluatedProperties"];

/** Keywords that every value fits; unknown ones are of this kind too. */
const idle = new Set(["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"]);
const fitsAll = (schema: unknown) =>
  schema === true ||
  (isObject(schema) && Object.keys(schema).every((keyword) => idle.has(keyword) || keyword.startsWith("x-")));

/**
 * Removes a `not` that no value fits, if other keywords are beside it. ajv leaves out their code, but a condition around
 * them still uses their variables: then the client's validator throws for every value.
 */
function withoutHopeless(one: JsonSchema): boolean {
  const isHopeless = one["not"] !== undefined && fitsAll(one["not"]) && Object.keys(one).length > 1;
  if (isHopeless) delete one["not"];
  return isHopeless;
}

const isScalar = (value: unknown) => typeof value !== "object" || value === null;
const scalars = new Set<unknown>(["string", "number", "integer", "boolean", "null"]);
const hasScalars = (schema: unknown) =>
  isObject(schema) &&
  (scalars.has(schema["type"]) || (Array.isArray(schema["enum"]) && schema["enum"].every(isScalar)));

/** Removes comparisons of lists and objects: the official validator for the edge takes `[]` and `{}` for equal. */
function withoutComparisons(one: JsonSchema): boolean {
  const { uniqueItems, prefixItems, items } = one;
  const isUnique = uniqueItems === true && (prefixItems !== undefined || !hasScalars(items));
  if (isUnique) delete one["uniqueItems"];
  const values: unknown[] = Array.isArray(one["enum"]) ? [...one["enum"], one["const"]] : [one["const"]];
  const isCompared = !values.every(isScalar);
  if (isCompared) for (const keyword of ["const", "enum"]) delete one[keyword];
  return isUnique || isCompared;
}

/**
 * Removes keywords by which a client's validator may refuse a valid value: for example, ajv finds `constructor` in
 * every object.
 */
function withoutMisread(one: JsonSchema): boolean {
  const isHopeless = withoutHopeless(one);
  let found = withoutComparisons(one) || isHopeless;
  for (const keyword of misread.filter((name) => name in one)) {
    delete one[keyword];
    found = true;
  }
  const { properties, required } = one;
  for (const name of isObject(properties) ? ofEveryObject : []) {
    if (!Object.hasOwn(properties as JsonSchema, name)) continue;
    if (Array.isArray(required) && required.includes(name)) continue;
    delete (properties as JsonSchema)[name];
    delete one["additionalProperties"];
    found = true;
  }
  return found;
}

/** Keywords that draft-07 does not know. A reader that ignores one accepts more. */
const newer = ["dependentSchemas", "dependentRequired", "minContains", "maxContains"];

/**
 * Removes keywords that the draft-07 of SDK 1 reads differently, and conditions, for which Zod throws. Draft-07 does
 * not know `prefixItems`, so there `items` applies to all items. It ignores unknown keywords, which matters if
 * something fits only because another part does not.
 */
function withoutNewer(one: JsonSchema): boolean {
  const { prefixItems, items, maxItems } = one;
  const isConditional = "if" in one || (isObject(one["not"]) && Object.keys(one["not"]).length > 0);
  const found = isConditional || newer.some((keyword) => keyword in one) || Array.isArray(prefixItems);
  // `minContains` may be 0. But draft-07 ignores it, and would require an item that fits `contains`.
  if ("minContains" in one || "maxContains" in one) delete one["contains"];
  for (const keyword of newer) delete one[keyword];
  if (!Array.isArray(prefixItems) || items === undefined) return found;
  delete one["items"];
  if (items === false) {
    one["maxItems"] = Math.min(prefixItems.length, typeof maxItems === "number" ? maxItems : Infinity);
  }
  return true;
}

/** Whether every valid value is an object. */
function isOfObjects(schema: unknown, resolve: Resolve, depth = 0): boolean {
  if (!isObject(schema) || depth > mostDepth) return false;
  const { type, $ref, anyOf, oneOf, allOf } = schema;
  if (type !== undefined) return type === "object" || (Array.isArray(type) && type.every((one) => one === "object"));
  const are = (one: unknown) => isOfObjects(one, resolve, depth + 1);
  if (typeof $ref === "string" && are(resolve($ref))) return true;
  if ([anyOf, oneOf].some((list) => Array.isArray(list) && list.length > 0 && list.every(are))) return true;
  return Array.isArray(allOf) && allOf.some(are);
}

/**
 * The schema of `{"result": …}`. The definitions keep their place. A schema that refers to itself becomes a definition,
 * because Zod follows no other references.
 */
function wrapped(schema: JsonSchema): JsonSchema {
  const { $schema, $defs: defined = {}, definitions, ...result } = schema;
  const $defs: JsonSchema = isObject(defined) ? { ...defined } : {};
  let name = "Result";
  while (Object.hasOwn($defs, name)) name += "_";
  for (const { schema: one } of everySchema(schema)) {
    const { $ref } = one;
    if (typeof $ref !== "string" || /^#\/(?:\$defs|definitions)\//.test($ref)) continue;
    one["$ref"] = `#/$defs/${name}${$ref.slice(1)}`;
    $defs[name] = result;
  }
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: { result: Object.hasOwn($defs, name) ? { $ref: `#/$defs/${name}` } : result },
    required: ["result"],
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

/** A tool's results for the current revision. */
export function outputSchemaOf(outputSchema: JsonSchema): JsonSchema {
  const schema = portableSchema(outputSchema);
  loosenSchema(schema, withoutMisread);
  return schema;
}

/**
 * A tool's results for revisions before 2026-07-28: only objects, and only schemas that draft-07 and 2020-12 read in
 * the same way. If such a client cannot compile one schema, it lists no tool at all. It also fails calls whose result
 * does not fit.
 */
export function listedOutput(outputSchema: JsonSchema | null): ListedOutput {
  if (outputSchema === null) return { schema: null, isWrapped: null };
  const schema = portableSchema(outputSchema);
  loosenSchema(schema, (one) => {
    const isLooser = withoutMisread(one);
    return withoutNewer(one) || isLooser;
  });
  if (isOfObjects(schema, createResolver(schema))) return { schema: { ...schema, type: "object" }, isWrapped: false };
  return { schema: wrapped(schema), isWrapped: true };
}
