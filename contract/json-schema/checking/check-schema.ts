import type { JsonSchema } from "../../internal/artifact.ts";
import { checkDocument } from "./check-document.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkSchemaCost } from "./check-schema-cost.ts";
import { createResolver, type Resolve } from "../walking/create-resolver.ts";
import { everySchema } from "../walking/every-schema.ts";
import { isObject } from "../is-object.ts";
import { escapePointerPart } from "../walking/json-pointer.ts";
import { mostPatternWork, patternCost } from "../patterns/linear-pattern.ts";
import { PatternRefused } from "../patterns/pattern-refused.ts";
import type { SchemaProblem } from "./schema-problem.ts";

const mostProblems = 20;
const mostUniqueItems = 1_000;
/** The limit for all patterns of a schema together. Compiling them takes half a second at worst. */
const mostPatternSize = 10_000;
const leastPatternSize = 20;

const tooComplex = (path: string, message: string): SchemaProblem => ({ code: "SCHEMA_TOO_COMPLEX", path, message });

/** Adds up the cost of a document's patterns. */
class PatternBill {
  #sum = 0;
  readonly #seen = new Set<string>();

  /** The reason to refuse a pattern that matches texts of at most `longest` characters. */
  problem(path: string, pattern: string, longest: number | null): SchemaProblem | null {
    if (this.#sum > mostPatternSize) return null;
    let cost: ReturnType<typeof patternCost>;
    try {
      cost = patternCost(pattern);
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error;
      return { code: "SCHEMA_UNSUPPORTED", path, message: error.message };
    }
    if (longest !== null && cost.perCharacter * longest > mostPatternWork) {
      const most = Math.floor(mostPatternWork / cost.perCharacter);
      return tooComplex(
        path,
        `takes ${cost.perCharacter} steps for each character, which allows texts of ${most} characters: lower maxLength (${longest}), or write a shorter pattern`,
      );
    }
    if (!this.#seen.has(pattern)) this.#sum += Math.max(cost.size, leastPatternSize);
    this.#seen.add(pattern);
    if (this.#sum <= mostPatternSize) return null;
    return tooComplex(
      path,
      `exceeds the schema's limit for patterns: together they may compile to ${mostPatternSize} steps, each counting for at least ${leastPatternSize}`,
    );
  }
}

/** `uniqueItems` compares whole items, which is cheap only for plain values. */
function isCostlyToCompare(schema: JsonSchema): boolean {
  if (schema["uniqueItems"] !== true) return false;
  if (typeof schema["maxItems"] === "number" && schema["maxItems"] <= mostUniqueItems) return false;
  const { items } = schema;
  const types = [isObject(items) ? items["type"] : undefined].flat();
  return !types.every((one) => ["string", "number", "integer", "boolean", "null"].includes(String(one)));
}

function patternsOf(schema: JsonSchema): { path: string; pattern: string; longest: number | null }[] {
  const { pattern, patternProperties, maxLength } = schema;
  const longest = typeof maxLength === "number" ? maxLength : null;
  return [
    ...(typeof pattern === "string" ? [{ path: "/pattern", pattern, longest }] : []),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {}).map((name) => ({
      path: `/patternProperties/${escapePointerPart(name)}`.slice(0, 300),
      pattern: name,
      longest: null,
    })),
  ];
}

function problemOf(schema: JsonSchema, resolve: Resolve, bill: PatternBill, isRoot: boolean): SchemaProblem | null {
  const broken = checkKeywords(schema, isRoot);
  if (broken !== null) return broken;
  const { $ref } = schema;
  if (typeof $ref === "string" && !$ref.startsWith("#")) {
    const message = "must refer to a place in this schema (#/$defs/…): nothing is fetched";
    return { code: "SCHEMA_UNSUPPORTED", path: "/$ref", message };
  }
  if (typeof $ref === "string" && resolve($ref) === undefined) {
    return {
      code: "SCHEMA_INVALID",
      path: "/$ref",
      message: `refers to nothing in this schema: ${$ref.slice(0, 100)}`,
    };
  }
  for (const { path, pattern, longest } of patternsOf(schema)) {
    const problem = bill.problem(path, pattern, longest);
    if (problem !== null) return problem;
  }
  if (!isCostlyToCompare(schema)) return null;
  return tooComplex("/uniqueItems", `needs items of plain types, or maxItems of at most ${mostUniqueItems}`);
}

/**
 * Whether a schema may check calls and records. It must be JSON Schema 2020-12, complete in itself (we fetch nothing),
 * and limited in size, depth and cost; its patterns must be linear and limited. Returns at most 20 problems. A schema
 * without problems works everywhere, and cannot make checking slow.
 * @param objectBecause Why its root must be `type: object`; null if it need not be
 */
export function checkSchema(schema: JsonSchema, objectBecause: string | null): SchemaProblem[] {
  const unreadable = checkDocument(schema);
  if (unreadable !== null) return [unreadable];
  const problems: SchemaProblem[] = [];
  if (objectBecause !== null && schema["type"] !== "object") {
    problems.push({ code: "SCHEMA_ROOT", path: "/type", message: `must be "object": ${objectBecause}` });
  }
  const resolve = createResolver(schema);
  const bill = new PatternBill();
  for (const { schema: one, path } of everySchema(schema)) {
    const problem = problemOf(one, resolve, bill, one === schema);
    if (problem !== null) problems.push({ ...problem, path: path + problem.path });
    if (problems.length >= mostProblems) return problems;
  }
  if (problems.length > 0) return problems;
  const costly = checkSchemaCost(schema);
  return costly === null ? [] : [tooComplex("", costly)];
}
