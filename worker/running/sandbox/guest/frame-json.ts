import { isArray, jsonStringify, ownKeys, stringSlice } from "./primordials.ts";

/**
 * The JSON of an object that the platform made for a frame, whose fields are the Function's values. The Function
 * decides how to write each value, for example with `toJSON`. The object itself is written field by field.
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

/** The JSON of a value that only the platform made: objects, arrays and primitives. It calls no `toJSON`. */
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

/** Adds a member whose value is JSON text to the JSON of an object. */
export const withJson = (object: string, name: string, json: string | undefined): string =>
  json === undefined ? object : `${stringSlice(object, 0, -1)},"${name}":${json}}`;
