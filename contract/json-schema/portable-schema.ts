import type { JsonSchema } from "../internal/artifact.ts";
import { everySchema } from "./every-schema.ts";
import { isObject } from "./is-object.ts";

/**
 * What readers take for something else than JSON Schema 2020-12 does, which does not know these or knows them at the root only. ajv ends
 * for `id` and `nullable`, no longer says what fits for `$async`, and takes two schemas of one `$id` for the same.
 */
const elsewhere = ["$id", "$async", "id", "nullable", "discriminator", "$vocabulary"].concat([
  "formatMinimum",
  "formatMaximum",
  "formatExclusiveMinimum",
  "formatExclusiveMaximum",
]);

const fragmentOf = (path: string) => `#${path.split("/").map(encodeURIComponent).join("/").replaceAll("%24", "$")}`;

/** Says by a pointer what a reference says by an anchor, which readers of earlier dialects do not find. */
function withoutAnchors(root: JsonSchema): void {
  const places = [...everySchema(root)];
  const anchors = new Map(places.map(({ schema, path }) => [schema["$anchor"], fragmentOf(path)]));
  for (const { schema } of places) {
    const { $ref } = schema;
    const pointer = typeof $ref === "string" ? anchors.get($ref.slice(1)) : undefined;
    if (pointer !== undefined) schema["$ref"] = pointer;
  }
}

/** `true` and `false` as properties, which some clients refuse with the whole list. */
function withoutBooleans({ properties }: JsonSchema): void {
  if (!isObject(properties)) return;
  for (const [name, one] of Object.entries(properties)) {
    if (typeof one === "boolean") properties[name] = one ? {} : { not: {} };
  }
}

/**
 * A copy of a schema for readers outside, whose JSON Schema may be of another dialect: without identifiers and references by
 * anchor. It lets pass what the schema does.
 */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  withoutAnchors(copy);
  for (const { schema: one } of everySchema(copy)) {
    for (const keyword of elsewhere) delete one[keyword];
    withoutBooleans(one);
  }
  return copy;
}
