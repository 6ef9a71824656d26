import { resolved, type Schema } from "../../../reference/sample-of-schema.ts";
import { counted } from "../../../components/format.ts";

export interface ArgumentRow {
  name: string;
  /** `string`, `integer[]`, `"card" | "bank"`. */
  type: string;
  required: boolean;
  description: string;
  /** Its other constraints: `1 to 50`, `default 5`. */
  limits: string[];
}

const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};

/** A type in short form, as TypeScript would write it. */
export function typeText(given: Schema, root: Schema, depth = 0): string {
  const schema = resolved(given, root);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((one) => JSON.stringify(one)).join(" | ");
  for (const several of ["anyOf", "oneOf"]) {
    const choices = schema[several];
    if (Array.isArray(choices))
      return [...new Set(choices.map((one) => typeText(asSchema(one), root, depth + 1)))].join(" | ");
  }
  const types = [schema["type"] ?? "any"].flat().map(String);
  return types
    .map((type) => {
      if (type !== "array") return type;
      const items = depth > 3 ? "any" : typeText(asSchema(schema["items"]), root, depth + 1);
      return items.includes(" | ") ? `(${items})[]` : `${items}[]`;
    })
    .join(" | ");
}

/** A bound, exactly as in the schema. */
const inWords = (bound: unknown): string => (typeof bound === "number" ? String(bound) : JSON.stringify(bound));

/** A bound with its noun; only the bound when there is no noun. */
const withUnit = (bound: unknown, noun: string): string =>
  noun === "" ? inWords(bound) : typeof bound === "number" ? counted(bound, noun) : `${inWords(bound)} ${noun}s`;

function limitsOf(schema: Schema): string[] {
  const range = (least: unknown, most: unknown, unit: string) => {
    if (least !== undefined && most !== undefined) return [`${inWords(least)} to ${withUnit(most, unit)}`];
    if (least !== undefined) return [`at least ${withUnit(least, unit)}`];
    return most === undefined ? [] : [`at most ${withUnit(most, unit)}`];
  };
  const said = (name: string, word: string) =>
    schema[name] === undefined
      ? []
      : [`${word} ${typeof schema[name] === "string" ? schema[name] : JSON.stringify(schema[name])}`];
  return [
    ...range(schema["minimum"], schema["maximum"], ""),
    ...range(schema["minLength"], schema["maxLength"], "character"),
    ...range(schema["minItems"], schema["maxItems"], "item"),
    ...said("format", "format"),
    ...said("pattern", "pattern"),
    ...said("default", "default"),
  ];
}

/** A tool's arguments as rows. */
export function argumentRows(schema: Schema): ArgumentRow[] {
  const top = resolved(schema, schema);
  const required = new Set(Array.isArray(top["required"]) ? (top["required"] as string[]) : []);
  return Object.entries(asSchema(top["properties"])).map(([name, inner]) => {
    const property = resolved(asSchema(inner), schema);
    return {
      name,
      type: typeText(property, schema),
      required: required.has(name),
      description: typeof property["description"] === "string" ? property["description"] : "",
      limits: limitsOf(property),
    };
  });
}
