import type { JsonSchema } from "../internal/artifact.ts";
import { createResolver } from "./create-resolver.ts";
import { everySchema } from "./every-schema.ts";

/** Keywords by which a value fits because something else does not, or was not looked at. */
const opposite = ["not", "if", "then", "else", "maxContains", "unevaluatedItems", "unevaluatedProperties"];

/** Turns what lets less pass when a part lets more pass into what does not. */
function settle(one: JsonSchema): void {
  for (const keyword of opposite) delete one[keyword];
  const { oneOf } = one;
  delete one["oneOf"];
  if (oneOf !== undefined && one["anyOf"] === undefined) one["anyOf"] = oneOf;
}

/**
 * Takes keywords out of the schemas of a document so that it lets everything pass that it let pass before, and more. The document
 * itself is changed. References to what is no longer there go, too.
 * @param change Changes one schema; says whether it then lets more pass
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
