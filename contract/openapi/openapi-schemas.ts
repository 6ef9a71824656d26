import { z, type ZodType } from "zod";
import { schemaNames } from "./openapi-names.ts";

export type Json = Record<string, unknown>;

interface Component {
  name: string;
  /** The schema's text, including everything that it refers to. Components with the same text are the same. */
  text: string;
  schema: Json;
}

/**
 * The schemas below `components` of a document, in order of occurrence. Those of responses come first, so they get the
 * plain names.
 */
export type Components = Component[];

const referred = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map((match) => match[1] ?? "");

/** Any JSON, as zod writes it: a union of six types that refers to itself. */
function isAnyJson({ anyOf }: Json): boolean {
  const types = Array.isArray(anyOf) ? (anyOf as Json[]).map(({ type }) => String(type)) : [];
  return types.toSorted().join() === "array,boolean,null,number,object,string";
}

/**
 * Gives additional properties the types of the named ones too. Otherwise an object with both could not become a
 * TypeScript type.
 */
function widen(schema: Json): Json {
  const { properties, additionalProperties: others } = schema as { properties?: Json; additionalProperties?: Json };
  if (properties === undefined || typeof others !== "object" || Object.keys(others).length === 0) return schema;
  return { ...schema, additionalProperties: { anyOf: [others, ...Object.values(properties)] } };
}

/** All definitions that a definition refers to, including itself. */
function closure(name: string, definitions: Record<string, Json>): string[] {
  const reached = new Set([name]);
  for (const one of reached) for (const next of referred(definitions[one] ?? {})) reached.add(next);
  return [...reached];
}

/**
 * Describes the default of an optional member of a request in words. Generators of clients would treat a member with
 * `default` as required, which is right only for responses.
 */
function tellDefault({ default: value, ...schema }: Json): Json {
  if (value === undefined) return schema;
  const told = `Left out: \`${JSON.stringify(value)}\`.`;
  const { description } = schema;
  return { ...schema, description: typeof description === "string" ? `${description} ${told}` : told };
}

interface Place {
  io: "input" | "output";
  names: ReadonlyMap<string, string>;
  anyJson: ReadonlySet<string>;
}

/**
 * Changes `$ref`s to the names of definitions in the document. It removes a reference to `anyJson`, because that
 * accepts everything.
 */
function resolve(part: unknown, place: Place, isMap = false): unknown {
  if (Array.isArray(part)) return part.map((item) => resolve(item, place));
  if (typeof part !== "object" || part === null) return part;
  const walked = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      !isMap && (key === "default" || key === "const" || key === "enum")
        ? (value as unknown)
        : resolve(value, place, !isMap && key === "properties"),
    ]),
  );
  if (isMap) return walked;
  const { $ref, ...rest } = walked;
  const schema = widen(place.io === "input" ? tellDefault(rest) : rest);
  const name = typeof $ref === "string" ? $ref.replace("#/$defs/", "") : undefined;
  if (name === undefined || place.anyJson.has(name)) return schema;
  return { ...schema, $ref: `#/components/schemas/${place.names.get(name)}` };
}

/**
 * The name of a definition in the document: its own name, the name plus `Input` if a response has a different one, or
 * the name with a number.
 */
function nameOf(definition: string, text: string, io: "input" | "output", components: Components): string {
  const own = definition.startsWith("__")
    ? `Shared${components.filter(({ name }) => name.startsWith("Shared")).length + 1}`
    : definition;
  const same = components.find((one) => one.text === text);
  if (same) return same.name;
  const taken = components.some(({ name }) => name === own);
  return taken ? `${own}${io === "input" ? "Input" : "Answer"}` : own;
}

/**
 * The JSON that a caller may send (`input`) or gets (`output`), as JSON Schema 2020-12. Named schemas, and schemas that
 * refer to themselves, go to `components`. Checks that JSON Schema cannot express exist only on the server.
 */
export function toSchema(schema: ZodType, io: "input" | "output", components: Components): Json {
  const options = { io, unrepresentable: "any", metadata: schemaNames } as const;
  // We put it inside another schema, so that a named schema becomes a definition too.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), options) as unknown as {
    properties: { it: Json };
    $defs?: Record<string, Json>;
  };
  const anyJson = new Set(Object.keys($defs).filter((name) => isAnyJson($defs[name] ?? {})));
  const names = new Map<string, string>();
  const fresh: { component: Component; definition: string }[] = [];
  for (const definition of Object.keys($defs)) {
    if (anyJson.has(definition)) continue;
    const text = JSON.stringify(closure(definition, $defs).map((name) => $defs[name]));
    const name = nameOf(definition, text, io, components);
    names.set(definition, name);
    if (components.some((one) => one.name === name)) continue;
    const component = { name, text, schema: {} };
    components.push(component);
    fresh.push({ component, definition });
  }
  for (const { component, definition } of fresh) {
    const { id: _, ...own } = $defs[definition] ?? {};
    component.schema = resolve(own, { io, names, anyJson }) as Json;
  }
  return resolve(properties.it, { io, names, anyJson }) as Json;
}
