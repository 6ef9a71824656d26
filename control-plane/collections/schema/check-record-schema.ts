import { schemaIssues } from "../../functions/check-given-schemas.ts";
import { embeddedSchemas, type SchemaObject } from "../../functions/embedded-schemas.ts";
import { validationError, type Issue } from "../../http/validation-issues.ts";
import { patternProblem } from "./linear-patterns.ts";

const mostValues = 20_000;
const deepest = 64;
/** Schemas that are applied to one value at most, references followed. */
const mostSteps = 2_000;
const mostUnsortedItems = 1_000;

const pathOf = (field: string, pointer: string) => `body.${field}${pointer.replaceAll("/", ".")}`;
const isObject = (value: unknown): value is SchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isTooLarge(root: unknown): boolean {
  let values = 0;
  const open: [unknown, number][] = [[root, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, depth] = next;
    values += 1;
    if (values > mostValues || depth > deepest) return true;
    if (typeof at === "object" && at !== null) for (const child of Object.values(at)) open.push([child, depth + 1]);
  }
  return false;
}

/** What a `#/…` reference leads to; undefined when it leads nowhere. */
function target(root: SchemaObject, reference: string): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference
    .slice(2)
    .split("/")
    .filter((_, index) => reference !== "#" || index > 0)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = typeof at === "object" && at !== null && Object.hasOwn(at, key) ? (at as SchemaObject)[key] : undefined;
  }
  return at;
}

/** Whether checking a value takes a bounded number of steps: no reference comes back to itself, and none multiply. */
function isBounded(root: SchemaObject): boolean {
  let steps = 0;
  const open = new Set<unknown>();
  const walk = (schema: unknown): boolean => {
    if (typeof schema !== "object" || schema === null) return true;
    steps += 1;
    if (steps > mostSteps || open.has(schema)) return false;
    open.add(schema);
    const bounded = Object.entries(schema).every(([key, value]) => {
      if (["$defs", "definitions", "enum", "const", "default", "examples"].includes(key)) return true;
      return walk(key === "$ref" && typeof value === "string" ? target(root, value) : value);
    });
    open.delete(schema);
    return bounded;
  };
  return walk(root);
}

function issuesAt(root: SchemaObject, schema: SchemaObject): { key: string; message: string }[] {
  const issues: { key: string; message: string }[] = [];
  const { pattern, patternProperties, $ref, $dynamicRef, uniqueItems, maxItems, items } = schema;
  const problem = typeof pattern === "string" ? patternProblem(pattern) : null;
  if (problem !== null) issues.push({ key: "pattern", message: problem });
  if (patternProperties !== undefined) {
    issues.push({ key: "patternProperties", message: "is not offered: name the properties, or use propertyNames" });
  }
  if ($dynamicRef !== undefined) issues.push({ key: "$dynamicRef", message: "is not offered: use $ref" });
  if (typeof $ref === "string") {
    const found = target(root, $ref);
    if (!isObject(found) && typeof found !== "boolean") issues.push({ key: "$ref", message: "leads to no schema" });
  }
  const plain = isObject(items) && ["string", "number", "integer", "boolean"].includes(String(items["type"]));
  if (uniqueItems === true && !plain && !(typeof maxItems === "number" && maxItems <= mostUnsortedItems)) {
    issues.push({
      key: "uniqueItems",
      message: `needs items of one plain type, or maxItems of at most ${mostUnsortedItems}`,
    });
  }
  return issues;
}

/**
 * Holds the schema of a collection to what checking a record by it may cost: JSON Schema 2020-12, whole in itself, of
 * bounded size, its patterns linear, without references that come back to themselves.
 * @throws PublicError VALIDATION_ERROR naming each place
 */
export function checkRecordSchema(field: string, schema: SchemaObject): void {
  if (isTooLarge(schema)) {
    const message = `must hold at most ${mostValues} values, ${deepest} levels deep`;
    throw validationError([{ path: `body.${field}`, message }]);
  }
  const issues: Issue[] = schemaIssues(field, schema, "a record's data is an object");
  for (const { pointer, schema: embedded } of embeddedSchemas(schema)) {
    for (const { key, message } of issuesAt(schema, embedded)) {
      issues.push({ path: pathOf(field, `${pointer}/${key}`), message });
    }
  }
  if (issues.length === 0 && !isBounded(schema)) {
    issues.push({ path: `body.${field}`, message: "must not refer to itself, nor repeat references many times over" });
  }
  if (issues.length > 0) throw validationError(issues);
}
