import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";

const deepest = 64;
const mostValues = 20_000;
const dialect = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/**
 * Refuses a schema that validation could not hold in bounds: deeper than 64 levels, of more than 20,000 values, of
 * another dialect than 2020-12, or with a reference outside itself, which is never fetched (MCP 2026-07-28, basic,
 * "$ref resolution" and "Composition-keyword resource use"). @throws Error with a sentence for the log
 */
export function checkSchemaBounds(schema: JsonSchema): void {
  const { $schema } = schema;
  if ($schema !== undefined && (typeof $schema !== "string" || !dialect.test($schema))) {
    throw new Error("The schema's dialect is not JSON Schema 2020-12.");
  }
  let values = 0;
  const visit = (value: unknown, depth: number) => {
    values += 1;
    if (values > mostValues) throw new Error(`The schema has more than ${mostValues} values.`);
    if (depth > deepest) throw new Error(`The schema is deeper than ${deepest} levels.`);
    if (value === null || typeof value !== "object") return;
    for (const [key, item] of Object.entries(value)) {
      if ((key === "$ref" || key === "$dynamicRef") && typeof item === "string" && !item.startsWith("#")) {
        throw new Error("The schema refers to something outside itself.");
      }
      visit(item, depth + 1);
    }
  };
  visit(schema, 0);
}

/** More steps than this at one value, or a reference that comes back to itself, and time must be watched. */
const tameSteps = 2_000;

function target(root: JsonSchema, reference: string): unknown {
  let at: unknown = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = at !== null && typeof at === "object" ? (at as Record<string, unknown>)[key] : undefined;
  }
  return at;
}

/**
 * Whether validation takes a bounded number of steps for each value of an instance, so that it may run unwatched.
 * References that recur, or that multiply (`allOf` of two that are each `allOf` of two …), do not promise that.
 */
export function isTame(root: JsonSchema): boolean {
  let steps = 0;
  const open = new Set<unknown>();
  const walk = (schema: unknown): boolean => {
    steps += 1;
    if (steps > tameSteps || open.has(schema)) return false;
    if (schema === null || typeof schema !== "object") return true;
    open.add(schema);
    const tame = Object.entries(schema).every(([key, item]) => {
      if (key === "$dynamicRef" || (key === "$ref" && !/^#(?:\/|$)/.test(String(item)))) return false;
      if (key === "$ref") return walk(target(root, String(item)));
      if (key === "$defs" || key === "definitions" || key === "enum" || key === "const" || key === "default")
        return true;
      return walk(item);
    });
    open.delete(schema);
    return tame;
  };
  return walk(root);
}
