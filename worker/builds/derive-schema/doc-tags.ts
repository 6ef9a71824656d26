import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import ts from "typescript-compiler";
import { functionFile } from "../compiler/program-factory.ts";
import type { Derivation } from "./derivation.ts";

/** What a tag applies to: JSON types whose schema must name one of them; empty for any. */
interface Tag {
  keyword: string;
  types: string[];
  /** Undefined when the text is not what the tag takes. */
  value: (text: string) => unknown;
}

const number = (text: string) => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined);
const positive = (text: string) => ((number(text) ?? 0) > 0 ? number(text) : undefined);
const count = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);
const text = (given: string) => (given === "" ? undefined : given);
const flag = (given: string) => (given === "" || given === "true" ? true : given === "false" ? false : undefined);
const always = (given: string) => given !== "false";
const json = (given: string): unknown => {
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
};

const numeric = ["number", "integer"];
const tags = new Map<string, Tag>([
  ["minimum", { keyword: "minimum", types: numeric, value: number }],
  ["maximum", { keyword: "maximum", types: numeric, value: number }],
  ["exclusiveMinimum", { keyword: "exclusiveMinimum", types: numeric, value: number }],
  ["exclusiveMaximum", { keyword: "exclusiveMaximum", types: numeric, value: number }],
  ["multipleOf", { keyword: "multipleOf", types: numeric, value: positive }],
  ["integer", { keyword: "type", types: numeric, value: () => "integer" }],
  ["minLength", { keyword: "minLength", types: ["string"], value: count }],
  ["maxLength", { keyword: "maxLength", types: ["string"], value: count }],
  ["pattern", { keyword: "pattern", types: ["string"], value: text }],
  ["format", { keyword: "format", types: ["string"], value: text }],
  ["minItems", { keyword: "minItems", types: ["array"], value: count }],
  ["maxItems", { keyword: "maxItems", types: ["array"], value: count }],
  ["uniqueItems", { keyword: "uniqueItems", types: ["array"], value: flag }],
  ["additionalProperties", { keyword: "additionalProperties", types: ["object"], value: flag }],
  ["title", { keyword: "title", types: [], value: text }],
  ["default", { keyword: "default", types: [], value: json }],
  ["deprecated", { keyword: "deprecated", types: [], value: always }],
  ["sensitive", { keyword: "x-sensitive", types: [], value: always }],
  ["writeOnly", { keyword: "writeOnly", types: [], value: always }],
  ["readOnly", { keyword: "readOnly", types: [], value: always }],
]);

/** The JSON types a schema allows; null when it does not say (a reference, an `anyOf`, `{}`). */
function typesOf(schema: JsonSchema): string[] | null {
  const type = schema["type"];
  return typeof type === "string" ? [type] : Array.isArray(type) ? (type as string[]) : null;
}

function applyTag(derivation: Derivation, schema: JsonSchema, name: string, given: string, node: ts.Node): void {
  if (name === "example" || name === "examples") {
    const value = json(given);
    const more = name === "examples" && Array.isArray(value) ? (value as unknown[]) : [value];
    schema["examples"] = [...((schema["examples"] as unknown[] | undefined) ?? []), ...more];
    return;
  }
  const tag = tags.get(name);
  if (tag === undefined) return;
  const warn = (message: string) => derivation.report(node, "SCHEMA_TAG_INVALID", message, "warning");
  const value = tag.value(given);
  const types = typesOf(schema);
  if (value === undefined) {
    warn(`\`@${name} ${given}\` is not understood and left out. Write, for example, \`${exampleOf(tag)}\`.`);
  } else if (tag.types.length > 0 && types !== null && !types.some((type) => tag.types.includes(type))) {
    warn(`\`@${name}\` applies to ${tag.types[0]}s, and this is ${types.join(" or ")}. It is left out.`);
  } else if (tag.keyword === "type" && types !== null) {
    schema["type"] = types.length === 1 ? value : types.map((type) => (type === "number" ? value : type));
  } else schema[tag.keyword] = value;
}

function exampleOf(tag: Tag): string {
  const value = [["5"], ["2020-01"], ["true"]].flat().find((one) => tag.value(one) !== undefined);
  return `@${tag.keyword} ${value ?? ""}`.trim();
}

/**
 * The schema with what the symbol's doc comment says: its first paragraph as `description`, its tags as keywords. The
 * outer comment wins: a property's over its type's. A tag that cannot apply is left out with a warning.
 */
export function applyDocTags(derivation: Derivation, schema: JsonSchema, symbol: ts.Symbol, node: ts.Node): JsonSchema {
  const own = symbol.declarations?.some((one) => one.getSourceFile().fileName === functionFile) ?? false;
  const foreignData =
    symbol.declarations?.some((one) => one.getSourceFile().fileName.endsWith("/ferrule.d.ts")) ?? false;
  if (!own && !foreignData) return schema;
  const written = ts.displayPartsToString(symbol.getDocumentationComment(derivation.checker));
  const description =
    written
      .split(/\n\s*\n/, 1)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  const found = symbol.getJsDocTags(derivation.checker);
  if (description === "" && found.length === 0) return schema;
  const described: JsonSchema = { ...schema };
  if (description !== "") described["description"] = description;
  for (const { name, text: parts } of found) {
    applyTag(derivation, described, name, ts.displayPartsToString(parts).trim(), node);
  }
  return described;
}
