import { Validator } from "@cfworker/json-schema";
import type { Schema } from "./sample-of-schema.ts";

/** What a schema has against an input, by path (`items.0.sku`; empty: the whole); the first of each. */
export function checkInput(schema: Schema, input: unknown): Map<string, string> {
  const problems = new Map<string, string>();
  let result;
  try {
    result = new Validator(schema, "2020-12", false).validate(input);
  } catch {
    // A schema that this validator cannot read is the server's to judge.
    return problems;
  }
  for (const { instanceLocation, keyword, error } of result.errors) {
    if (["properties", "items", "anyOf", "oneOf", "allOf", "$ref"].includes(keyword) && result.errors.length > 1)
      continue;
    const path = instanceLocation.replace(/^#\/?/, "").replaceAll("/", ".");
    if (!problems.has(path)) problems.set(path, error);
  }
  return problems;
}
