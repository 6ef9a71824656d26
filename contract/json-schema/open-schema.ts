import type { JsonSchema } from "../internal/artifact.ts";
import { isObject } from "./is-object.ts";

const applied = ["items", "contains", "additionalProperties", "unevaluatedProperties", "then", "else"];
const lists = ["allOf", "anyOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas", "$defs"];

/**
 * Opens the schema's closed objects at every level, so that it accepts members that it does not name. Schemas under
 * `not`, `oneOf` and `if` stay closed, because opening them would refuse more.
 */
export function openSchema(schema: JsonSchema): JsonSchema {
  const opened = (value: unknown): unknown => (isObject(value) ? openSchema(value) : value);
  const made: JsonSchema = { ...schema };
  for (const keyword of ["additionalProperties", "unevaluatedProperties"])
    if (made[keyword] === false) delete made[keyword];
  for (const keyword of applied) if (keyword in made) made[keyword] = opened(made[keyword]);
  for (const keyword of lists) {
    const list = made[keyword];
    if (Array.isArray(list)) made[keyword] = list.map(opened);
  }
  for (const keyword of maps) {
    const map = made[keyword];
    if (isObject(map))
      made[keyword] = Object.fromEntries(Object.entries(map).map(([name, one]) => [name, opened(one)]));
  }
  return made;
}
