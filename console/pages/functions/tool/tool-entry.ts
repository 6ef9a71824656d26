import type { ItemOf } from "../../../api/use-operation.ts";

type JsonSchema = Record<string, unknown>;

/** What a deployment of the current text would give the tool. */
export interface DraftContract {
  inputSchema: JsonSchema | null;
  outputSchema: JsonSchema | null;
  description: string;
}

/** The binding that offers it; null if there is none yet: then its slug serves as the name. */
export type Binding = Pick<ItemOf<"listMcpBindings">, "toolName" | "title" | "description" | "annotations">;

/** One entry of `tools/list` (MCP 2025-11-25, Tool). */
export interface ToolEntry {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: Record<string, unknown>;
}

const isObject = (schema: JsonSchema | null): schema is JsonSchema => schema?.["type"] === "object";

/**
 * The entry of `tools/list` that a caller would read. Values set by hand override derived ones, an output that is not
 * an object is left out, and a handler without input gets an empty object.
 */
export function toolEntry(slug: string, binding: Binding | null, contract: DraftContract): ToolEntry {
  const { inputSchema, outputSchema } = contract;
  const {
    type: _,
    properties = {},
    ...rest
  } = isObject(inputSchema)
    ? inputSchema
    : { ...(inputSchema === null ? {} : { additionalProperties: false }), ...(inputSchema as JsonSchema | null) };
  return {
    name: binding?.toolName ?? slug,
    ...(binding === null || binding.title === null ? {} : { title: binding.title }),
    description: binding?.description || contract.description,
    inputSchema: { type: "object", properties, ...rest },
    ...(isObject(outputSchema) ? { outputSchema } : {}),
    ...(binding === null || Object.keys(binding.annotations).length === 0 ? {} : { annotations: binding.annotations }),
  };
}
