import { isObject } from "../json-schema/is-object.ts";

type Schema = Record<string, unknown>;

/** Enough for any accepted schema. We do not check further subschemas. */
const mostSchemas = 5_000;
/** The keys that Anthropic's API accepts. Any other key causes a 400 for the whole request, with the tools of other servers. */
const acceptedKey = /^[a-zA-Z0-9_.-]{1,64}$/;

const named = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const listed = ["anyOf", "oneOf", "allOf", "prefixItems"];

interface Place {
  schema: Schema;
  /** A path in the author's notation: `address.lines`. */
  path: string;
}

/** The subschemas directly inside one. */
function inside({ schema, path }: Place): Place[] {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  return [
    ...named.flatMap((keyword) =>
      Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}).map(([name, inner]) => ({
        schema: inner,
        path: at(name),
      })),
    ),
    ...single.map((keyword) => ({ schema: schema[keyword], path })),
    ...listed.flatMap((keyword) =>
      (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : []).map((inner) => ({ schema: inner, path })),
    ),
  ].filter((place): place is Place => isObject(place.schema));
}

function everyPlace(root: Schema): Place[] {
  const found: Place[] = [{ schema: root, path: "" }];
  for (let at = 0; at < found.length; at += 1) {
    if (found.length < mostSchemas) found.push(...inside(found[at] as Place).slice(0, mostSchemas));
  }
  return found;
}

const referencesOf = (schema: Schema): string[] =>
  everyPlace(schema).flatMap(({ schema: one }) => (typeof one["$ref"] === "string" ? [one["$ref"]] : []));

/** A definition of the schema that leads back to itself; null without one. */
function recursiveName(root: Schema): string | null {
  if (referencesOf(root).includes("#")) return "#";
  const definitions = isObject(root["$defs"]) ? root["$defs"] : {};
  const leadsTo = new Map(
    Object.entries(definitions).map(([name, one]) => [`#/$defs/${name}`, isObject(one) ? referencesOf(one) : []]),
  );
  for (const start of leadsTo.keys()) {
    const reached = new Set(leadsTo.get(start));
    for (const one of reached) for (const next of leadsTo.get(one) ?? []) reached.add(next);
    if (reached.has(start)) return start.slice("#/$defs/".length);
  }
  return null;
}

const mostNamed = 3;

/** `a`, `b` and 2 more. */
function names(paths: readonly string[]): string {
  const all = [...new Set(paths.map((path) => `\`${path === "" ? "the input" : path}\``))];
  const more = all.length - mostNamed;
  return more > 0 ? `${all.slice(0, mostNamed).join(", ")} and ${more} more` : all.join(", ");
}

const isNumericEnum = ({ schema }: Place) =>
  Array.isArray(schema["enum"]) && schema["enum"].some((value) => typeof value !== "string" && value !== null);
/** A name that Gemini's API does not accept for an argument. */
const isNoIdentifier = (key: string) => acceptedKey.test(key) && !/^[A-Za-z_]/.test(key);
/** `constructor`, `toString` and other names that every JavaScript object has. */
const ofEveryObject = new Set(Object.getOwnPropertyNames(Object.prototype));
const alternatives = ["anyOf", "oneOf", "allOf"];

const isTuple = ({ schema }: Place) => Array.isArray(schema["prefixItems"]);
const isUntypedList = ({ schema }: Place) =>
  schema["type"] === "array" && schema["items"] === undefined && !Array.isArray(schema["prefixItems"]);

/**
 * The parts of a tool's input schema that some models' APIs are known to refuse, as sentences that name the API.
 * Anthropic refuses keys, and alternatives at the root. OpenAI refuses tuples in strict mode, and lists without
 * `items`. Gemini reads only a part of OpenAPI's schemas. A client may rewrite a schema before it sends it. If it does
 * not, a model cannot call this tool, or any tool.
 */
export function toolSchemaWarnings(inputSchema: Schema | null): string[] {
  if (inputSchema === null) return [];
  const places = everyPlace(inputSchema);
  const warnings: string[] = [];
  const warn = (paths: readonly string[], sentence: (named: string) => string) => {
    if (paths.length > 0) warnings.push(sentence(names(paths)));
  };
  const keys = places.flatMap(({ schema }) => Object.keys(isObject(schema["properties"]) ? schema["properties"] : {}));
  warn(
    keys.filter((key) => !acceptedKey.test(key)).map((key) => key.slice(0, 80)),
    (found) =>
      `Anthropic's API refuses the names ${found}: it takes 1 to 64 of A-Z a-z 0-9 _ . - only, and refuses every other tool of the request with it.`,
  );
  const atRoot = alternatives.filter((keyword) => keyword in inputSchema);
  if (atRoot.length > 0) {
    warnings.push(
      `Anthropic's API and some MCP clients refuse ${names(atRoot)} at the root of an input: use one object with a field that says which case it is.`,
    );
  }
  warn(
    keys.filter(isNoIdentifier),
    (found) => `Gemini refuses names that do not begin with a letter or \`_\`: ${found}.`,
  );
  warn(
    keys.filter((key) => ofEveryObject.has(key)),
    (found) =>
      `Clients in JavaScript find ${found} in every object, and may refuse arguments or leave it out: choose another name.`,
  );
  warn(
    places.filter(isTuple).map(({ path }) => path),
    (found) => `OpenAI's strict mode and Gemini refuse tuples: ${found}. Use an object with named fields instead.`,
  );
  warn(
    places.filter(isUntypedList).map(({ path }) => path),
    (found) => `OpenAI and Gemini refuse lists that do not say what they hold: ${found}. Say the type of their items.`,
  );
  warn(
    places.filter(isNumericEnum).map(({ path }) => path),
    (found) =>
      `Gemini takes texts only in an \`enum\`: ${found}. Use texts, or a number with its least and greatest value.`,
  );
  const recursive = recursiveName(inputSchema);
  if (recursive !== null) {
    const what = recursive === "#" ? "the input" : `\`${recursive}\``;
    warnings.push(
      `Gemini refuses types that contain themselves: ${what}. Limit the depth, or take a list with parents.`,
    );
  }
  warn(
    places.filter(({ schema }) => "const" in schema).map(({ path }) => path),
    (found) => `Gemini does not know \`const\`: ${found}. Clients that do not rewrite it cannot offer this tool there.`,
  );
  warn(
    places.filter(({ schema }) => Array.isArray(schema["type"])).map(({ path }) => path),
    (found) =>
      `Gemini does not know lists of types, such as \`string | null\`: ${found}. Clients that do not rewrite them cannot offer this tool there.`,
  );
  return warnings;
}
