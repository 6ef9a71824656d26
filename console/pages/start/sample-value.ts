/** The part of JSON Schema that a sample needs. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  minimum?: number;
  minLength?: number;
  description?: string;
}

/** The first quoted example in a description. */
const quotedExample = (description = "") => /for example "([^"]+)"/i.exec(description)?.[1];

/** A value that a schema accepts, for a first call: one that the schema offers, or else the smallest of its type. */
export function sampleValue(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0]) return sampleValue(schema.anyOf[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object" || schema.properties) {
    const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(wanted.map(([name, inner]) => [name, sampleValue(inner)]));
  }
  if (type === "array") return schema.items ? [sampleValue(schema.items)] : [];
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  return quotedExample(schema.description) ?? "sample".padEnd(schema.minLength ?? 0, "e");
}
