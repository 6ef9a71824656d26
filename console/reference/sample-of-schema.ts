import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { followPointer } from "@ferrule/contract/json-schema/walking/json-pointer.ts";
import { sampleOfPattern } from "./sample-of-pattern.ts";

export type Schema = Record<string, unknown>;

const deepest = 6;

const formats: Record<string, string> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "PT1H",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  "uri-reference": "/path",
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
};

const asSchema = (value: unknown): Schema | null => (isObject(value) ? value : null);

/** Resolves a schema's local reference (`#/$defs/Order`); references to elsewhere stay as they are. */
export function resolved(schema: Schema, root: Schema): Schema {
  let at = schema;
  for (let step = 0; step < 10 && typeof at["$ref"] === "string"; step += 1) {
    const next = asSchema(followPointer(root, at["$ref"]));
    if (next === null) return at;
    const { $ref: _, ...beside } = at;
    at = { ...next, ...beside };
  }
  return at;
}

function numberOf(schema: Schema, whole: boolean): number {
  const limit = (name: string) => (typeof schema[name] === "number" ? schema[name] : undefined);
  const step = limit("multipleOf") ?? (whole ? 1 : undefined);
  const over = limit("exclusiveMinimum");
  const under = limit("exclusiveMaximum");
  const least = limit("minimum") ?? (over === undefined ? undefined : over + (step ?? 0.5));
  const most = limit("maximum") ?? (under === undefined ? undefined : under - (step ?? 0.5));
  const wanted = Math.max(least ?? Math.min(1, most ?? 1), -Infinity);
  const value = step === undefined ? wanted : Math.ceil(wanted / step) * step;
  return most !== undefined && value > most ? most : value;
}

function textOf(schema: Schema): string {
  const format = typeof schema["format"] === "string" ? formats[schema["format"]] : undefined;
  if (format !== undefined) return format;
  if (typeof schema["pattern"] === "string") {
    const sample = sampleOfPattern(schema["pattern"]);
    if (sample !== null) return sample;
  }
  const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 1_000;
  return "example".padEnd(least, "x").slice(0, most);
}

/**
 * A value that a schema allows, preferably one its author gave: an example, a default, the first choice, else the
 * smallest.
 */
export function sampleOfSchema(given: Schema, root: Schema = given, depth = 0): unknown {
  const schema = resolved(given, root);
  const [example] = Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[]) : [];
  for (const said of [example, schema["default"], schema["const"]]) if (said !== undefined) return said;
  if (Array.isArray(schema["enum"]) && schema["enum"].length > 0) return schema["enum"][0] as unknown;
  const [type] = [schema["type"]].flat() as (string | undefined)[];
  for (const several of ["anyOf", "oneOf"]) {
    const first = asSchema((schema[several] as unknown[] | undefined)?.[0]);
    if (first !== null && type === undefined) return sampleOfSchema(first, root, depth);
  }
  if (type === "object" || schema["properties"] !== undefined) {
    if (depth > deepest) return {};
    const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
    const entries = Object.entries(asSchema(schema["properties"]) ?? {}).flatMap(([name, inner]) => {
      const property = resolved(asSchema(inner) ?? {}, root);
      const isSaid = property["default"] !== undefined || property["examples"] !== undefined;
      return required.has(name) || isSaid ? [[name, sampleOfSchema(property, root, depth + 1)]] : [];
    });
    return Object.fromEntries(entries) as unknown;
  }
  if (type === "array") {
    const items = asSchema(schema["items"]) ?? {};
    const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
    return depth >= deepest
      ? []
      : Array.from({ length: Math.min(least, 10) }, () => sampleOfSchema(items, root, depth + 1));
  }
  if (type === "number" || type === "integer") return numberOf(schema, type === "integer");
  if (type === "boolean") return false;
  if (type === "null") return null;
  return type === "string" ? textOf(schema) : null;
}
