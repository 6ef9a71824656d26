// Why: docs/decisions/two-schema-readers.md
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { boundedFormats } from "@ferrule/contract/json-schema/applying/bounded-formats.ts";
import { checkDocument } from "@ferrule/contract/json-schema/checking/check-document.ts";
import { createResolver } from "@ferrule/contract/json-schema/walking/create-resolver.ts";
import { everySchema } from "@ferrule/contract/json-schema/walking/every-schema.ts";
import { prepareFindIssues, type FindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import { isAmong } from "@ferrule/contract/json-schema/applying/is-among.ts";
import { isDistinct } from "@ferrule/contract/json-schema/applying/is-distinct.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { linearPattern } from "@ferrule/contract/json-schema/patterns/linear-pattern.ts";
import { isMultipleOf } from "@ferrule/contract/json-schema/applying/multiple-of.ts";
import { PatternRefused } from "@ferrule/contract/json-schema/patterns/pattern-refused.ts";
import { schemaWork, valueSize } from "@ferrule/contract/json-schema/schema-work.ts";
import { beginWork, outOfTime, TooMuchWork } from "@ferrule/contract/json-schema/work-meter.ts";
import { type AnySchemaObject, Ajv2020, type Format } from "ajv/dist/2020.js";
import { runWatched } from "./run-watched.ts";

/**
 * Null when the value fits, otherwise the first issues, at most 20. Never throws.
 * @param bytes The length of the value's text, if known; otherwise it measures the value
 */
export type Validate = (value: unknown, bytes?: number) => Issue[] | null;

/** One limit for every value: a value whose check takes this long does not fit. */
const timeoutMs = 100;
/** Schema members times value members, at 10 ns each. Above this we watch the clock, which itself takes 0.3 ms. */
const unwatchedWork = 5_000_000;
const mostCompiledParts = 200;
/**
 * If a schema has at most this many steps for each member of a value, its check costs nothing compared with reading the
 * value.
 */
const alwaysTame = 4;

/** ajv compares every pair, so a megabyte of small objects would block the thread for minutes. */
const areDistinct = (unique: boolean, items: unknown[]): boolean => !unique || isDistinct(items);

/** One instance for each schema (65 µs), because the `$id`s of different Projects must not collide. */
function compile(schema: AnySchemaObject): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors: false,
    messages: false,
    ownProperties: true,
    addUsedSchema: false,
    inlineRefs: 20,
    logger: false,
    formats: boundedFormats as Record<string, Format>,
    code: { regExp: Object.assign((pattern: string) => linearPattern(pattern), { code: "linearPattern" }) },
  });
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({ keyword: "uniqueItems", type: "array", schemaType: "boolean", validate: areDistinct });
  // ajv goes through the whole list for each value, so we replace the keyword.
  ajv.removeKeyword("enum");
  ajv.addKeyword({
    keyword: "enum",
    schemaType: "array",
    compile: (values: unknown[]) => (value) => isAmong(values, value),
  });
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  });
  return ajv.compile(schema);
}

/**
 * Keywords that ajv gets wrong or uses for its own purposes. It throws for `id` and `nullable`, and with `$async` every
 * value fits. For keywords that do not apply to a list, it counts items as evaluated, or fails. It counts a property as
 * evaluated if every object has a member of that name, such as `constructor`. Beside `prefixItems`, it lets an empty
 * list pass `contains`.
 */
const misread = ["unevaluatedItems", "unevaluatedProperties", "contains", "$async", "id", "nullable"];

/**
 * Whether a schema can be compiled, and is worth it. ajv's output grows with the square of the schema's parts: 2,000
 * alternatives blocked the thread for 10 s, and more caused a stack overflow. Such a schema is interpreted, at 0.1 µs a
 * part.
 */
function isCompilable(schema: JsonSchema): boolean {
  let parts = 0;
  for (const { schema: one } of everySchema(schema)) {
    parts += 1;
    for (const keyword of ["patternProperties", "dependentRequired"]) {
      if (isObject(one[keyword])) parts += Object.keys(one[keyword]).length;
    }
    if (parts > mostCompiledParts || misread.some((keyword) => keyword in one)) return false;
  }
  return true;
}

/**
 * Null when we must interpret the schema, because ajv does not support it (`#` for a root). @throws PatternRefused
 */
function compileSmall(schema: JsonSchema): ReturnType<typeof compile> | null {
  if (!isCompilable(schema)) return null;
  try {
    return compile(schema);
  } catch (error) {
    if (error instanceof PatternRefused) throw error;
    return null;
  }
}

/** Whether the time ran out, by our own meter or by the clock. The interpreter would only run out of time again. */
const isOutOfTime = (error: unknown): boolean =>
  (error instanceof TooMuchWork && error.message === outOfTime) ||
  (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/** @throws Error with a sentence for the log */
function requireUsable(schema: JsonSchema): void {
  const problem = checkDocument(schema);
  if (problem !== null) throw new Error(`The schema${problem.path} ${problem.message}.`);
  const resolve = createResolver(schema);
  for (const { schema: one, path } of everySchema(schema)) {
    const { $ref } = one;
    if (typeof $ref === "string" && resolve($ref) === undefined) {
      throw new Error(`The schema${path} refers to something outside itself, or to nothing.`);
    }
  }
}

/**
 * Makes a validator of a JSON Schema 2020-12 document. Compiled code runs first and stops at the first failure. A
 * schema that is very large, or has a keyword that ajv misreads, is not compiled. If it rejects a value, the
 * interpreter checks the value and reports all issues within limits. The interpreter runs every `pattern` in linear
 * time and resolves no reference outside the document. If schema and value together are so large that nothing else
 * limits the work, it watches the clock. `root` begins the paths of its issues.
 * @throws Error with a sentence for the log when the schema cannot be compiled
 */
export function compileSchema(schema: JsonSchema, root: string): Validate {
  requireUsable(schema);
  const fits = compileSmall(schema);
  let findIssues: FindIssues | undefined;
  const issuesOf = (value: unknown) => {
    findIssues ??= prepareFindIssues(schema, timeoutMs);
    const issues = findIssues(value, root);
    return issues.length > 0 ? issues : null;
  };
  if (fits === null) return issuesOf;
  const { once, repeated } = schemaWork(schema);
  const largest = once > unwatchedWork ? 0 : repeated <= alwaysTame ? Infinity : unwatchedWork / repeated;
  // A member takes at least two bytes of JSON.
  const isSmall = (value: unknown, bytes: number) =>
    bytes <= largest || largest === Infinity || (largest > 0 && valueSize(value, largest) <= largest);
  return (value, bytes = Infinity) => {
    beginWork(timeoutMs);
    try {
      if (isSmall(value, bytes) ? fits(value) : runWatched(() => fits(value), timeoutMs)) return null;
    } catch (error) {
      if (isOutOfTime(error)) return [{ path: root, message: outOfTime }];
      // A recursive schema has used up the stack. The interpreter finds the place.
    }
    // ajv refuses some valid values, such as `{}` for a constant `{}` with another prototype, so the interpreter
    // decides.
    return issuesOf(value);
  };
}
