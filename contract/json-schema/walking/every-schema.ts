import type { JsonSchema } from "../../internal/artifact.ts";
import { isObject } from "../is-object.ts";
import { escapePointerPart } from "./json-pointer.ts";
import { subschemas } from "./subschemas.ts";

interface PlacedSchema {
  schema: JsonSchema;
  /** JSON pointer from the root. */
  path: string;
}

/**
 * Every schema object of a JSON Schema 2020-12 document: the root first, and its definitions too. It follows the
 * keywords that hold schemas (Core section 10), and skips data such as `enum`, `const`, `default` or `examples`.
 */
export function* everySchema(root: JsonSchema): Generator<PlacedSchema> {
  const open: PlacedSchema[] = [{ schema: root, path: "" }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    yield one;
    const { schema, path } = one;
    for (const child of subschemas(schema)) open.push({ schema: child.schema, path: path + child.path });
    if (isObject(schema["contentSchema"]))
      open.push({ schema: schema["contentSchema"], path: `${path}/contentSchema` });
    for (const keyword of ["$defs", "definitions"]) {
      const definitions = schema[keyword];
      if (!isObject(definitions)) continue;
      for (const [name, definition] of Object.entries(definitions)) {
        if (!isObject(definition)) continue;
        open.push({ schema: definition, path: `${path}/${keyword}/${escapePointerPart(name)}` });
      }
    }
  }
}
