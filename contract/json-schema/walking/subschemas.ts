import type { JsonSchema } from "../../internal/artifact.ts";
import { isObject } from "../is-object.ts";
import { escapePointerPart } from "./json-pointer.ts";

/** The children of an instance to which a subschema is applied. Labels that may describe the same child overlap. */
export type Label =
  | { kind: "property"; name: string }
  /** Properties that match a pattern, or all other properties: `except`. */
  | { kind: "properties"; except: readonly string[] }
  | { kind: "propertyName" }
  | { kind: "item"; index: number }
  /** Items from this index on. */
  | { kind: "items"; from: number };

export interface Subschema {
  schema: JsonSchema;
  /** JSON pointer from the parent. */
  path: string;
  /** Null if it applies to the same value as its parent. */
  label: Label | null;
  /** Set for alternatives of one `anyOf`/`oneOf`. Because of its discriminator, at most one of them descends. */
  alternative?: number;
  /** The parent keyword. */
  keyword: string;
}

/** Every direct subschema that applies to an instance, except boolean schemas, which cost nothing. */
export function subschemas(schema: JsonSchema): Subschema[] {
  const found: Subschema[] = [];
  const one = (keyword: string, label: Label | null) => {
    const value = schema[keyword];
    if (isObject(value)) found.push({ schema: value, path: `/${keyword}`, label, keyword });
  };
  const list = (keyword: string, label: (index: number) => Label | null) => {
    const values = schema[keyword];
    if (!Array.isArray(values)) return;
    values.forEach((value: unknown, index) => {
      if (isObject(value))
        found.push({ schema: value, path: `/${keyword}/${index}`, label: label(index), keyword, alternative: index });
    });
  };
  const map = (keyword: string, label: (name: string) => Label | null) => {
    const values = schema[keyword];
    if (!isObject(values)) return;
    for (const [name, value] of Object.entries(values)) {
      if (isObject(value))
        found.push({ schema: value, path: `/${keyword}/${escapePointerPart(name)}`, label: label(name), keyword });
    }
  };
  const named = isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  const prefix = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
  for (const keyword of ["allOf", "anyOf", "oneOf"]) list(keyword, () => null);
  for (const keyword of ["not", "if", "then", "else"]) one(keyword, null);
  map("dependentSchemas", () => null);
  map("properties", (name) => ({ kind: "property", name }));
  map("patternProperties", () => ({ kind: "properties", except: [] }));
  one("additionalProperties", { kind: "properties", except: named });
  one("unevaluatedProperties", { kind: "properties", except: named });
  one("propertyNames", { kind: "propertyName" });
  list("prefixItems", (index) => ({ kind: "item", index }));
  one("items", { kind: "items", from: prefix });
  one("unevaluatedItems", { kind: "items", from: prefix });
  one("contains", { kind: "items", from: 0 });
  return found;
}

/** Whether two labels may describe the same child. */
export function overlap(a: Label, b: Label): boolean {
  if (a.kind === "property" && b.kind === "property") return a.name === b.name;
  if (a.kind === "property" && b.kind === "properties") return !b.except.includes(a.name);
  if (a.kind === "item" && b.kind === "item") return a.index === b.index;
  if (a.kind === "item" && b.kind === "items") return a.index >= b.from;
  if ((a.kind === "properties" && b.kind === "property") || (a.kind === "items" && b.kind === "item"))
    return overlap(b, a);
  return a.kind === b.kind;
}
