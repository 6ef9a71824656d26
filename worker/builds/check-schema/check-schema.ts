import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { linearPattern } from "../../endpoints/linear-pattern.ts";
import { checkSchemaCost } from "./check-schema-cost.ts";
import { createResolver, everySchema } from "./resolve-references.ts";

export interface SchemaProblem {
  code: "SCHEMA_INVALID" | "SCHEMA_ROOT" | "SCHEMA_UNSUPPORTED" | "SCHEMA_TOO_COMPLEX";
  severity: "error" | "warning";
  /** JSON pointer and sentence: `/properties/a: …`. */
  message: string;
}

const dialect = "https://json-schema.org/draft/2020-12/schema";
const maxBytes = 256 * 1024;
const maxDepth = 64;
const maxValues = 20_000;
const maxPatternLength = 2_000;
const maxUniqueItems = 1_000;

// Only its meta-schema is used: a Function's schema is data here and never compiled.
const metaSchema = new Ajv2020({ strict: false, validateFormats: false, logger: false }).getSchema(dialect);

/** Levels and values of the document, counted no further than they may be. */
function sizeOf(document: unknown): { depth: number; values: number } {
  const size = { depth: 0, values: 0 };
  const open: [unknown, number][] = [[document, 1]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [at, depth] = one;
    size.values += 1;
    if (size.values > maxValues || size.depth > maxDepth) return size;
    if (typeof at !== "object" || at === null) continue;
    size.depth = Math.max(size.depth, depth);
    for (const child of Object.values(at)) open.push([child, depth + 1]);
  }
  return size;
}

/** Why a pattern is refused: the runtime matches with RE2, in linear time, which has no lookaround or back-references. */
function patternProblem(pattern: string): string | null {
  if (pattern.length > maxPatternLength) return `The pattern is longer than ${maxPatternLength} characters.`;
  try {
    linearPattern(pattern);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The pattern cannot be matched in linear time (${reason}). Write it without lookahead, lookbehind and back-references.`;
  }
}

/** `uniqueItems` compares every two items unless they are scalars, which ajv looks up. */
function isQuadratic(schema: JsonSchema): boolean {
  if (schema["uniqueItems"] !== true) return false;
  if (typeof schema["maxItems"] === "number" && schema["maxItems"] <= maxUniqueItems) return false;
  const items = schema["items"];
  const type = typeof items === "object" && items !== null ? (items as JsonSchema)["type"] : undefined;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  return !types.every((one) => ["string", "number", "integer", "boolean", "null"].includes(String(one)));
}

function problemOf(
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema | undefined,
  isRoot: boolean,
): Omit<SchemaProblem, "severity"> | null {
  const reference = schema["$ref"];
  if (typeof reference === "string" && !reference.startsWith("#")) {
    return {
      code: "SCHEMA_UNSUPPORTED",
      message: `\`$ref\` "${reference.slice(0, 100)}" is not loaded. Put it under \`$defs\` and refer to "#/$defs/<name>".`,
    };
  }
  if (typeof reference === "string" && resolve(reference) === undefined) {
    return {
      code: "SCHEMA_INVALID",
      message: `\`$ref\` "${reference.slice(0, 100)}" refers to nothing in this schema.`,
    };
  }
  for (const keyword of ["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"]) {
    if (keyword in schema)
      return { code: "SCHEMA_UNSUPPORTED", message: `\`${keyword}\` is not supported. Use \`$ref\`.` };
  }
  if (!isRoot && ("$id" in schema || "$schema" in schema)) {
    return { code: "SCHEMA_UNSUPPORTED", message: "`$id` and `$schema` are supported at the root only." };
  }
  const patterns =
    typeof schema["patternProperties"] === "object" ? Object.keys(schema["patternProperties"] ?? {}) : [];
  if (typeof schema["pattern"] === "string") patterns.push(schema["pattern"]);
  for (const pattern of patterns) {
    const message = patternProblem(pattern);
    if (message !== null) return { code: "SCHEMA_UNSUPPORTED", message };
  }
  if (isQuadratic(schema)) {
    return {
      code: "SCHEMA_TOO_COMPLEX",
      message: `\`uniqueItems\` of anything but scalars needs \`maxItems\`, at most ${maxUniqueItems}.`,
    };
  }
  return null;
}

/** What the schema is refused for before anything may walk it: it is no schema, or too large. */
function documentProblem(schema: JsonSchema): Omit<SchemaProblem, "severity"> | null {
  if (JSON.stringify(schema).length > maxBytes)
    return { code: "SCHEMA_TOO_COMPLEX", message: `It is larger than ${maxBytes / 1024} KiB.` };
  const { depth, values } = sizeOf(schema);
  if (depth > maxDepth) return { code: "SCHEMA_TOO_COMPLEX", message: `It is nested deeper than ${maxDepth} levels.` };
  if (values > maxValues) return { code: "SCHEMA_TOO_COMPLEX", message: `It has more than ${maxValues} values.` };
  const declared = schema["$schema"];
  if (declared !== undefined && declared !== dialect) {
    return { code: "SCHEMA_UNSUPPORTED", message: `\`$schema\` must be "${dialect}", or left out.` };
  }
  if (metaSchema === undefined) throw new Error("ajv has no 2020-12 meta-schema");
  if (metaSchema(schema) === true) return null;
  const error = metaSchema.errors?.at(-1);
  return {
    code: "SCHEMA_INVALID",
    message: `${error?.instancePath ?? ""}: ${error?.message ?? "is not a JSON Schema"}`,
  };
}

/**
 * Whether a schema may be used to check calls: a JSON Schema of the 2020-12 dialect, whole in itself (nothing is ever
 * fetched), bounded in size, depth and cost, with linear-time patterns, and for an input with an object as its root.
 * Answers every problem found; a schema without errors can be compiled and cannot make validation slow.
 */
export function checkSchema(schema: JsonSchema, direction: "input" | "output"): SchemaProblem[] {
  const broken = documentProblem(schema);
  if (broken !== null) return [{ ...broken, severity: "error" }];
  const problems: SchemaProblem[] = [];
  if (direction === "input" && schema["type"] !== "object") {
    problems.push({
      code: "SCHEMA_ROOT",
      severity: "error",
      message: 'The root of an input must be `"type": "object"`: MCP tools take nothing else.',
    });
  }
  const alternatives = ["anyOf", "oneOf", "allOf", "if"].filter((keyword) => keyword in schema);
  if (direction === "input" && alternatives.length > 0) {
    const message = `Some MCP clients hide tools with \`${alternatives[0]}\` at the root of their input. Move it into a property if yours do.`;
    problems.push({ code: "SCHEMA_ROOT", severity: "warning", message });
  }
  const resolve = createResolver(schema);
  for (const one of everySchema(schema)) {
    const problem = problemOf(one.schema, resolve, one.schema === schema);
    if (problem !== null)
      problems.push({ code: problem.code, severity: "error", message: `${one.path || "/"}: ${problem.message}` });
    if (problems.length >= 20) return problems;
  }
  if (problems.every(({ severity }) => severity === "warning")) {
    const costly = checkSchemaCost(schema);
    if (costly !== null) problems.push({ code: "SCHEMA_TOO_COMPLEX", severity: "error", message: costly });
  }
  return problems;
}
