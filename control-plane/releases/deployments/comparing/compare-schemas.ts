import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { followPointer } from "@ferrule/contract/json-schema/walking/json-pointer.ts";

/** An input breaks callers when it accepts less, an output when it promises less. */
type Direction = "input" | "output";

const nouns = { input: "Argument", output: "Output field" } as const;
const deepest = 32;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Follows local references (`#/$defs/Order`), which derived schemas use for named types. */
function resolve(schema: unknown, root: JsonSchema, depth = 0): JsonSchema {
  if (!isObject(schema)) return {};
  const reference = schema["$ref"];
  if (typeof reference !== "string" || !reference.startsWith("#") || depth > deepest) return schema;
  return resolve(followPointer(root, reference), root, depth + 1);
}

const alternatives = (schema: JsonSchema): unknown[] | null => {
  const given = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(given) ? given : null;
};

/** The JSON types that a schema allows; null when the schema does not restrict them. */
function typesOf(schema: JsonSchema, root: JsonSchema, depth = 0): Set<string> | null {
  const { type, enum: values } = schema;
  if (typeof type === "string") return new Set([type]);
  if (Array.isArray(type)) return new Set(strings(type));
  if ("const" in schema) return new Set([typeOf(schema["const"])]);
  if (Array.isArray(values)) return new Set(values.map(typeOf));
  const branches = alternatives(schema);
  if (!branches || depth > deepest) return null;
  const types = branches.map((branch) => typesOf(resolve(branch, root), root, depth + 1));
  return types.includes(null) ? null : new Set(types.flatMap((held) => Array.from(held ?? [])));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

const admits = (types: Set<string> | null, type: string) =>
  types === null || types.has(type) || (type === "integer" && types.has("number"));

/** The only alternative beside `null`, or the schema itself: it has the properties and bounds. */
function substance(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const branches = alternatives(schema)
    ?.map((branch) => resolve(branch, root))
    .filter((branch) => branch["type"] !== "null");
  return branches?.length === 1 && branches[0] ? branches[0] : schema;
}

/** The keywords that set bounds, and whether a greater value is stricter. */
const bounds: Record<string, boolean> = {
  minimum: true,
  exclusiveMinimum: true,
  minLength: true,
  minItems: true,
  minProperties: true,
  maximum: false,
  exclusiveMaximum: false,
  maxLength: false,
  maxItems: false,
  maxProperties: false,
};

function tightened(before: JsonSchema, after: JsonSchema): string[] {
  return Object.entries(bounds).flatMap(([keyword, greaterIsTighter]) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (typeof is !== "number") return [];
    if (typeof was === "number" && (greaterIsTighter ? is <= was : is >= was)) return [];
    return [`${keyword} ${is}`];
  });
}

function constants(schema: JsonSchema): string[] | null {
  if ("const" in schema) return [canonicalJson(schema["const"])];
  const values = schema["enum"];
  return Array.isArray(values) ? values.map(canonicalJson) : null;
}

interface Place {
  direction: Direction;
  path: string;
  before: JsonSchema;
  after: JsonSchema;
  roots: { before: JsonSchema; after: JsonSchema };
  depth: number;
}

const named = ({ direction, path }: Place) => (path === "" ? `The ${direction}` : `${nouns[direction]} \`${path}\``);

function compareTypes(place: Place): string[] {
  const before = typesOf(place.before, place.roots.before);
  const after = typesOf(place.after, place.roots.after);
  const subject = named(place);
  if (place.direction === "input") {
    if (after === null) return [];
    if (before === null) return [`${subject} now takes only ${[...after].join(" or ")}.`];
    const refused = [...before].filter((type) => !admits(after, type));
    return refused.length === 0 ? [] : [`${subject} no longer takes ${refused.join(" or ")}.`];
  }
  if (before === null) return [];
  if (after === null) return [`${subject} may be of any type now.`];
  const unexpected = [...after].filter((type) => !admits(before, type));
  return unexpected.length === 0 ? [] : [`${subject} may be ${unexpected.join(" or ")} now.`];
}

function compareValues(place: Place): string[] {
  if (place.direction === "output") return [];
  const subject = named(place);
  const [was, is] = [constants(place.before), constants(place.after)];
  const sentences: string[] = [];
  if (is !== null) {
    const refused = was?.filter((value) => !is.includes(value));
    if (refused === undefined) sentences.push(`${subject} now takes only ${is.join(", ")}.`);
    else if (refused.length > 0) sentences.push(`${subject} no longer takes ${refused.join(", ")}.`);
  }
  const narrower = tightened(place.before, place.after);
  if (narrower.length > 0) sentences.push(`${subject} must now have ${narrower.join(", ")}.`);
  for (const keyword of ["pattern", "format"]) {
    const asked = place.after[keyword];
    if (typeof asked === "string" && asked !== place.before[keyword])
      sentences.push(`${subject} must match the ${keyword} ${asked} now.`);
  }
  return sentences;
}

const propertiesOf = (schema: JsonSchema): Record<string, unknown> =>
  isObject(schema["properties"]) ? schema["properties"] : {};

function compareProperties(place: Place): string[] {
  const { direction, path, before, after, depth } = place;
  const [was, is] = [propertiesOf(before), propertiesOf(after)];
  const [neededBefore, neededAfter] = [strings(before["required"]), strings(after["required"])];
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const sentences: string[] = [];
  if (direction === "input") {
    for (const name of neededAfter)
      if (!neededBefore.includes(name)) sentences.push(`Argument \`${at(name)}\` is now required.`);
  }
  for (const name of Object.keys(was)) {
    if (!Object.hasOwn(is, name)) {
      if (direction === "output") sentences.push(`Output field \`${at(name)}\` is removed.`);
      else if (after["additionalProperties"] === false)
        sentences.push(`Argument \`${at(name)}\` is no longer accepted.`);
      continue;
    }
    if (direction === "output" && neededBefore.includes(name) && !neededAfter.includes(name))
      sentences.push(`Output field \`${at(name)}\` may be missing now.`);
    sentences.push(...compare({ ...place, path: at(name), before: was[name], after: is[name], depth: depth + 1 }));
  }
  return sentences;
}

function compare(place: Omit<Place, "before" | "after"> & { before: unknown; after: unknown }): string[] {
  if (place.depth > deepest) return [];
  const resolved: Place = {
    ...place,
    before: resolve(place.before, place.roots.before),
    after: resolve(place.after, place.roots.after),
  };
  const sentences = compareTypes(resolved);
  if (sentences.length > 0) return sentences;
  const inside: Place = {
    ...resolved,
    before: substance(resolved.before, place.roots.before),
    after: substance(resolved.after, place.roots.after),
  };
  sentences.push(...compareValues(inside), ...compareProperties(inside));
  if (isObject(inside.before["items"]) && isObject(inside.after["items"])) {
    const items = { before: inside.before["items"], after: inside.after["items"] };
    sentences.push(...compare({ ...place, ...items, path: `${place.path}[]`, depth: place.depth + 1 }));
  }
  return sentences;
}

/**
 * The changes from `before` to `after` that break existing callers, one sentence each: a newly required argument, a
 * narrower type or bound, a removed output field. It compares alternatives (`anyOf`) by the types that they allow.
 */
export function compareSchemas(direction: Direction, before: JsonSchema | null, after: JsonSchema | null): string[] {
  if (before === null) return [];
  if (after === null) return direction === "output" ? ["The output no longer has a schema."] : [];
  const roots = { before, after };
  return [...new Set(compare({ direction, path: "", before, after, roots, depth: 0 }))];
}
