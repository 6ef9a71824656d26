import type { JsonSchema } from "../../internal/artifact.ts";
import { everySchema } from "./every-schema.ts";
import { isObject } from "../is-object.ts";
import { followPointer } from "./json-pointer.ts";

/** Returns the target of a `$ref`; undefined when it is not a schema of the document. */
export type Resolve = (reference: string) => JsonSchema | boolean | undefined;

/** Resolves the references of one document, by JSON pointer or `$anchor`. We never fetch anything. */
export function createResolver(root: JsonSchema): Resolve {
  let anchors: Map<string, JsonSchema> | undefined;
  const known = new Map<string, JsonSchema | boolean | undefined>();
  const find = (reference: string) => {
    if (reference === "#" || reference.startsWith("#/")) return followPointer(root, reference);
    if (!reference.startsWith("#")) return undefined;
    if (anchors === undefined) {
      anchors = new Map();
      for (const { schema } of everySchema(root)) {
        if (typeof schema["$anchor"] === "string") anchors.set(schema["$anchor"], schema);
      }
    }
    return anchors.get(reference.slice(1));
  };
  return (reference) => {
    if (known.has(reference)) return known.get(reference);
    const found = find(reference);
    const schema = isObject(found) || typeof found === "boolean" ? found : undefined;
    known.set(reference, schema);
    return schema;
  };
}
