import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type ts from "typescript-compiler";
import { declaresFerrule } from "../program/declaration-files.ts";
import { packageFolder, sourceFolder } from "../program/library-files.ts";
import { isFunctionFile } from "../program/program-factory.ts";
import type { Derivation } from "./derivation.ts";
import { docCommentOf, docCommentsOf, type DocComment } from "./doc-comment.ts";

/** The JSON types that a tag applies to: the schema must name at least one of them. Empty: all types. */
interface Tag {
  keyword: string;
  types: string[];
  /** Undefined when the text is not valid for the tag. */
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

/** The JSON types that a schema allows. Null when it does not restrict them (a reference, an `anyOf`, `{}`). */
function typesOf(schema: JsonSchema): string[] | null {
  const type = schema["type"];
  return typeof type === "string" ? [type] : Array.isArray(type) ? (type as string[]) : null;
}

function applyTag(derivation: Derivation, schema: JsonSchema, name: string, given: string, node: ts.Node): void {
  if (name === "example" || name === "examples") {
    const value = json(given);
    const more = name === "examples" && Array.isArray(value) ? (value as unknown[]) : [value];
    const all = [...((schema["examples"] as unknown[] | undefined) ?? []), ...more];
    schema["examples"] = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
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
 * Whether a comment counts. Comments of the source and its Libraries do; those of packages do only if they hide a
 * value.
 */
function isHeard(declaration: ts.Declaration, tag: string): boolean {
  const { fileName } = declaration.getSourceFile();
  const own = isFunctionFile(fileName) || fileName.startsWith(sourceFolder) || declaresFerrule(fileName);
  return own || (fileName.startsWith(packageFolder) && masks(tag));
}

const masks = (tag: string) => tag === "sensitive" || tag === "writeOnly";

/** The tag that the author of a misspelt one probably meant. */
function meantTag(name: string): string | undefined {
  const lower = name.toLowerCase();
  const others: Record<string, string> = { min: "minimum", max: "maximum", regex: "pattern", secret: "sensitive" };
  return [...tags.keys()].find((one) => one !== name && one.toLowerCase() === lower) ?? others[lower];
}

/** Adds one doc comment to the schema. `heard` decides about each tag. */
function applyComment(
  derivation: Derivation,
  schema: JsonSchema,
  comment: DocComment,
  node: ts.Node,
  heard: (tag: string) => boolean,
): JsonSchema {
  derivation.comments.add(comment.place);
  const described: JsonSchema = { ...schema };
  if (comment.description !== "" && heard("description")) described["description"] = comment.description;
  for (const { name, text: given } of comment.tags) {
    if (!heard(name)) continue;
    const meant = tags.has(name) ? undefined : meantTag(name);
    if (meant === undefined) applyTag(derivation, described, name, given, node);
    else {
      const message = `\`@${name}\` is no tag that is known here, so it does nothing. Write \`@${meant}\`.`;
      derivation.report(node, "SCHEMA_TAG_INVALID", message, "warning");
    }
  }
  return described;
}

/**
 * Adds the symbol's doc comment to the schema: its first paragraph as `description`, its tags as keywords. The outer
 * comment wins: a property's over its type's. It leaves out a tag that cannot apply, with a warning. `masksOnly`: the
 * symbol is one of several alternatives, so its constraints do not apply to the others.
 */
export function applyDocTags(
  derivation: Derivation,
  schema: JsonSchema,
  symbol: ts.Symbol,
  node: ts.Node,
  masksOnly = false,
): JsonSchema {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined) return schema;
  const heard = (tag: string) => isHeard(declaration, tag) && (!masksOnly || masks(tag));
  return docCommentsOf(derivation.checker, symbol).reduce(
    (described, comment) => applyComment(derivation, described, comment, node, heard),
    schema,
  );
}

/** The same for a declaration without a symbol: an index signature, a member of a tuple, a parameter. */
export function applyDocOf(derivation: Derivation, schema: JsonSchema, declaration: ts.Declaration): JsonSchema {
  const comment = docCommentOf(declaration);
  if (comment === null) return schema;
  return applyComment(derivation, schema, comment, declaration, (tag) => isHeard(declaration, tag));
}

/**
 * Tags that must not be lost: without one, a Function would accept a wrong value, or record a value that it should
 * hide.
 */
export const bindingTags: readonly string[] = [...tags.keys()].filter(
  (name) => !["title", "default", "deprecated", "readOnly"].includes(name),
);
