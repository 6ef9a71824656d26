import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver } from "./walking/create-resolver.ts";
import { everySchema } from "./walking/every-schema.ts";

/** Keywords by which a value fits only if something else does not fit or was not evaluated. */
const opposite = ["not", "if", "then", "else", "maxContains", "unevaluatedItems", "unevaluatedProperties"];

/** Removes keywords that accept less when one of their parts accepts more. */
function settle(one: JsonSchema): void {
  for (const keyword of opposite) delete one[keyword];
  const { oneOf } = one;
  delete one["oneOf"];
  if (oneOf !== undefined && one["anyOf"] === undefined) one["anyOf"] = oneOf;
}

/**
 * Removes keywords from the schemas of a document, so that it accepts more values than before. It changes the document
 * itself. It also removes references whose target is gone.
 * @param change Changes one schema; returns whether that schema then accepts more
 */
export function loosenSchema(root: JsonSchema, change: (one: JsonSchema) => boolean): void {
  let isLooser = false;
  for (const { schema } of everySchema(root)) isLooser = change(schema) || isLooser;
  if (!isLooser) return;
  for (const { schema } of everySchema(root)) settle(schema);
  const resolve = createResolver(root);
  for (const { schema } of everySchema(root)) {
    const { $ref } = schema;
    if (typeof $ref === "string" && resolve($ref) === undefined) delete schema["$ref"];
  }
}
