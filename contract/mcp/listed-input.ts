import type { JsonSchema } from "../internal/artifact.ts";
import { portableSchema } from "../json-schema/portable-schema.ts";

/** A tool's arguments in `tools/list`. Some clients require `properties` even when there are none. */
export function listedInput(inputSchema: JsonSchema): JsonSchema {
  const schema = portableSchema(inputSchema);
  const isObject = schema["type"] === "object";
  const { type: _, properties = {}, ...rest } = isObject ? schema : { additionalProperties: false, ...schema };
  return { type: "object", properties, ...rest };
}
