import { isObject } from "./json-schema/is-object.ts";
import { followPointer } from "./json-schema/walking/json-pointer.ts";

type Schema = Record<string, unknown>;

const deepest = 12;

function objectType(root: Schema, schema: Schema, depth: number): string {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
  const members = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(root, property, depth + 1);
    return `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${type};`;
  });
  const { additionalProperties } = schema;
  // An index signature must also cover the named properties. With named properties, `unknown` is the only type that
  // always covers them.
  if (members.length > 0) {
    return `{ ${members.join(" ")}${additionalProperties === false ? "" : " [name: string]: unknown;"} }`;
  }
  if (additionalProperties === false) return "Record<string, never>";
  return `Record<string, ${isObject(additionalProperties) ? typeOf(root, additionalProperties, depth + 1) : "unknown"}>`;
}

function arrayType(root: Schema, { prefixItems, items }: Schema, depth: number): string {
  const rest = isObject(items) ? typeOf(root, items, depth + 1) : "unknown";
  if (!Array.isArray(prefixItems)) return `(${rest})[]`;
  const first = prefixItems.map((one) => `(${typeOf(root, one, depth + 1)})?`);
  return `[${[...first, ...(items === false ? [] : [`...(${rest})[]`])].join(", ")}]`;
}

function named(root: Schema, type: unknown, schema: Schema, depth: number): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return arrayType(root, schema, depth);
    case "object":
      return objectType(root, schema, depth);
    default:
      return "unknown";
  }
}

const joined = (types: readonly string[], by: " | " | " & ") => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? "unknown") : distinct.map((type) => `(${type})`).join(by);
};

function typeOf(root: Schema, schema: unknown, depth: number): string {
  if (schema === false) return "never";
  if (!isObject(schema) || depth > deepest) return "unknown";
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === "string") return typeOf(root, followPointer(root, $ref), depth + 1);
  if ("const" in schema) return literal(schema["const"]);
  if (Array.isArray(values)) return values.length === 0 ? "never" : joined(values.map(literal), " | ");
  const alternatives = [anyOf, oneOf].find(Array.isArray) as unknown[] | undefined;
  const parts = [
    ...(type === undefined
      ? isObject(schema["properties"])
        ? [objectType(root, schema, depth)]
        : []
      : [
          joined(
            [type].flat().map((one) => named(root, one, schema, depth)),
            " | ",
          ),
        ]),
    ...(alternatives === undefined
      ? []
      : [
          joined(
            alternatives.map((one) => typeOf(root, one, depth + 1)),
            " | ",
          ),
        ]),
    ...(Array.isArray(allOf) ? allOf.map((one: unknown) => typeOf(root, one, depth + 1)) : []),
  ].filter((part) => part !== "unknown");
  return parts.length === 0 ? "unknown" : joined(parts, " & ");
}

const literal = (value: unknown): string =>
  typeof value === "object" && value !== null ? "unknown" : JSON.stringify(value);

/** The TypeScript type of data that fits a collection's schema; it is wider where TypeScript cannot express it. */
export const dataType = (schema: Schema): string => typeOf(schema, schema, 0);
