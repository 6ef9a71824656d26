import { isArray, jsonStringify, ownKeys } from "./primordials.ts";

/**
 * JSON of an object that the platform has made for a frame, its fields being values of the Function. How a value is written
 * is the Function's affair, `toJSON` included; that the object itself is written field by field is not.
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

/** JSON of what the platform has made throughout: objects, arrays and primitives. No `toJSON` is asked. */
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
