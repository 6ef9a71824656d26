import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { canonicalJson } from "./artifact-digest.ts";
import { boundedFormats } from "./bounded-formats.ts";
import { linearPattern } from "./linear-pattern.ts";
import { runWatched } from "./run-watched.ts";
import { checkSchemaBounds, isTame } from "./schema-bounds.ts";

/** One thing that does not fit. Neither field holds a value of the instance. */
export interface Issue {
  /** `input.items.0.name`. */
  path: string;
  message: string;
}

/** Null when the value fits; otherwise the first issues, at most ten. Never throws. */
export type Validate = (value: unknown) => Issue[] | null;

const mostIssues = 10;
const longestPath = 200;
/** The same for every value that takes this long: it does not fit. */
const watchedTimeoutMs = 100;

function pathOf(root: string, error: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = error.params as Record<
    string,
    unknown
  >;
  const own = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  const pointer = error.instancePath.split("/").slice(1);
  const parts = pointer.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return [root, ...parts, ...(typeof own === "string" ? [own] : [])].join(".").slice(0, longestPath);
}

function messageOf({ keyword, message }: ErrorObject): string {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return "is not known here";
  return message ?? "is not valid";
}

/**
 * Compiles a JSON Schema 2020-12 document into a validator. It stops at the first failure of each branch, runs every
 * `pattern` in linear time, resolves no reference outside the document, and watches the clock where the schema does not
 * bound its own work. `root` begins the paths of its issues.
 * @throws Error with a sentence for the log when the schema cannot be compiled
 */
export function compileSchema(schema: JsonSchema, root: string): Validate {
  checkSchemaBounds(schema);
  // One instance a schema: `$id`s of different Projects must not meet. It costs 65 µs.
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    allErrors: false,
    ownProperties: true,
    addUsedSchema: false,
    inlineRefs: 20,
    logger: false,
    formats: boundedFormats,
    code: { regExp: Object.assign((pattern: string) => linearPattern(pattern), { code: "linearPattern" }) },
  });
  // ajv compares every pair; a megabyte of small objects would hold the thread for minutes.
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    validate: (unique: boolean, items: unknown[]) =>
      !unique || new Set(items.map((item) => canonicalJson(item))).size === items.length,
  });
  const fits = ajv.compile(schema);
  const tame = isTame(schema);
  return (value) => {
    try {
      if (tame ? fits(value) : runWatched(() => fits(value), watchedTimeoutMs)) return null;
    } catch {
      // Out of stack in a recursive schema, or out of time.
      return [{ path: root, message: "is too deep or too complex to be validated" }];
    }
    const errors = fits.errors ?? [];
    return errors.slice(0, mostIssues).map((error) => ({ path: pathOf(root, error), message: messageOf(error) }));
  };
}
