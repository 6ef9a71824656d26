import type { JsonSchema } from "../internal/artifact.ts";
import { everySchema } from "./walking/every-schema.ts";
import { isObject } from "./is-object.ts";

/**
 * Keywords that JSON Schema 2020-12 does not know, or only at the root, but that other readers interpret. ajv throws
 * for `id` and `nullable`, no longer reports results with `$async`, and regards two schemas with one `$id` as the same.
 */
const elsewhere = ["$id", "$async", "id", "nullable", "discriminator", "$vocabulary"].concat([
  "formatMinimum",
  "formatMaximum",
  "formatExclusiveMinimum",
  "formatExclusiveMaximum",
]);

const fragmentOf = (path: string) => `#${path.split("/").map(encodeURIComponent).join("/").replaceAll("%24", "$")}`;

/** Replaces references by anchor with pointers, because readers of earlier dialects do not find anchors. */
function withoutAnchors(root: JsonSchema): void {
  const places = [...everySchema(root)];
  const anchors = new Map(places.map(({ schema, path }) => [schema["$anchor"], fragmentOf(path)]));
  for (const { schema } of places) {
    const { $ref } = schema;
    const pointer = typeof $ref === "string" ? anchors.get($ref.slice(1)) : undefined;
    if (pointer !== undefined) schema["$ref"] = pointer;
  }
}

/** Replaces `true` and `false` as properties, because some clients refuse the whole list for them. */
function withoutBooleans({ properties }: JsonSchema): void {
  if (!isObject(properties)) return;
  for (const [name, one] of Object.entries(properties)) {
    if (typeof one === "boolean") properties[name] = one ? {} : { not: {} };
  }
}

/**
 * A copy of a schema for outside readers, who may expect another dialect of JSON Schema: it has no identifiers, and no
 * references by anchor. It accepts the same values as the original.
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
