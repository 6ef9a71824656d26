import { storableJson } from "../../../ground/store/storable-json.ts";

/** PostgreSQL compares JSON on its stack, which is full at about 6,000 levels. */
export const deepest = 500;

/** Whether JSON text nests at most so deeply. It needs no stack. */
function isShallow(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isText) {
      if (char === "\\") at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === "[" || char === "{") {
      depth += 1;
      if (depth > deepest) return false;
    } else if (char === "]" || char === "}") depth -= 1;
  }
  return true;
}

/**
 * The JSON text of an event's data, or of what a wait wants to find in it, as the database compares them: both without
 * the characters that it cannot store. Null for a value that nests too deeply.
 */
export function comparableJson(value: unknown): string | null {
  try {
    const text = JSON.stringify(value);
    return isShallow(text) ? storableJson(value) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
