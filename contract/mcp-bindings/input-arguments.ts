import { isObject } from "../json-schema/is-object.ts";
import type { McpArgument } from "../resources/mcp-fields.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The properties of a Function's input as the arguments of a prompt that names none itself. */
export function inputArguments({ properties, required }: Readonly<Record<string, unknown>>): McpArgument[] {
  if (!isObject(properties)) return [];
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, schema]) => {
    const [title, description] = isObject(schema) ? [textOf(schema["title"]), textOf(schema["description"])] : [];
    return {
      name,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      required: needed.has(name),
    };
  });
}
