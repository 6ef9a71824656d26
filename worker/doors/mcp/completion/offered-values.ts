import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import { followPointer } from "@ferrule/contract/json-schema/walking/json-pointer.ts";
import type { McpArgument } from "@ferrule/contract/resources/mcp-fields.ts";

const deepest = 8;

/** The texts that a schema names, by enum, const, boolean, reference or alternative. */
function textsOf(root: JsonSchema, schema: unknown, depth = 0): string[] {
  if (!isObject(schema) || depth > deepest) return [];
  const { type, enum: values, const: only, $ref, anyOf, oneOf } = schema;
  if (typeof $ref === "string") return textsOf(root, followPointer(root, $ref), depth + 1);
  const named = Array.isArray(values) ? values : only === undefined ? [] : [only];
  const own = type === "boolean" && named.length === 0 ? [true, false] : named;
  const inAlternatives = [anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.flatMap((one) => textsOf(root, one, depth + 1)) : [],
  );
  const isShown = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return [...own.filter(isShown).map(String), ...inAlternatives];
}

/** The values that an argument may have, in their order; null: neither the binding nor the schema names them. */
export function offeredValues(argument: McpArgument, inputSchema: JsonSchema | null): readonly string[] | null {
  if (argument.values !== undefined) return argument.values;
  const properties = inputSchema?.["properties"];
  if (inputSchema === null || !isObject(properties) || !Object.hasOwn(properties, argument.name)) return null;
  const texts = [...new Set(textsOf(inputSchema, properties[argument.name]))];
  return texts.length === 0 ? null : texts;
}

/** The values that fit what a person has typed: those that begin with it first, then those that contain it. */
export function fittingValues(values: readonly string[], typed: string): string[] {
  const sought = typed.toLowerCase();
  const found = values.map((value) => ({ value, at: value.toLowerCase().indexOf(sought) }));
  const begins = found.filter(({ at }) => at === 0);
  return [...begins, ...found.filter(({ at }) => at > 0)].map(({ value }) => value);
}
