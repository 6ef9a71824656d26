import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { subschemas } from "./subschemas.ts";

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every schema object of a document, its definitions included, with its JSON pointer. */
export function* everySchema(root: JsonSchema): Generator<{ schema: JsonSchema; path: string }> {
  const open: { schema: JsonSchema; path: string }[] = [{ schema: root, path: "" }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    yield one;
    const { schema, path } = one;
    for (const child of subschemas(schema)) open.push({ schema: child.schema, path: path + child.path });
    for (const keyword of ["$defs", "definitions"]) {
      const definitions = schema[keyword];
      if (!isSchema(definitions)) continue;
      for (const [name, definition] of Object.entries(definitions)) {
        if (isSchema(definition)) open.push({ schema: definition, path: `${path}/${keyword}/${name}` });
      }
    }
  }
}

/** Answers what a `$ref` of this document refers to, by JSON pointer or `$anchor`; undefined for anything else. */
export function createResolver(root: JsonSchema): (reference: string) => JsonSchema | undefined {
  const anchors = new Map<string, JsonSchema>();
  for (const { schema } of everySchema(root)) {
    if (typeof schema["$anchor"] === "string") anchors.set(schema["$anchor"], schema);
  }
  return (reference) => {
    if (reference === "#") return root;
    if (!reference.startsWith("#/")) return reference.startsWith("#") ? anchors.get(reference.slice(1)) : undefined;
    let at: unknown = root;
    for (const part of reference.slice(2).split("/")) {
      let name: string;
      try {
        name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      } catch {
        return undefined;
      }
      if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    return isSchema(at) ? at : undefined;
  };
}
