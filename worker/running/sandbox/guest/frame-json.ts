import { isArray, jsonStringify, ownKeys } from "./primordials.ts";

/**
 * JSON of an object that the platform made for a frame and whose fields are values of the Function. The Function
 * decides how each value is written, `toJSON` included. The object itself is written field by field.
 */
export function fieldsJson(fields: Record<string, unknown>): string {
  const names = ownKeys(fields);
  let text = "{";
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    if (typeof name !== "string") continue;
    const json = jsonStringify(fields[name]) as string | undefined;
    if (json !== undefined) text += `${text === "{" ? "" : ","}${jsonStringify(name)}:${json}`;
  }
  return `${text}}`;
}

/** JSON of a value made entirely by the platform: objects, arrays and primitives. No `toJSON` is called. */
export function ownJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return jsonStringify(value) ?? "null";
  if (isArray(value)) {
    let text = "[";
    for (let at = 0; at < value.length; at++) text += (at > 0 ? "," : "") + ownJson(value[at]);
    return `${text}]`;
  }
  const names = ownKeys(value);
  let text = "{";
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    const held = (value as Record<PropertyKey, unknown>)[name];
    if (typeof name !== "string" || held === undefined) continue;
    text += `${text === "{" ? "" : ","}${jsonStringify(name)}:${ownJson(held)}`;
  }
  return `${text}}`;
}
