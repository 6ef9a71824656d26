/** jsonb can store neither NUL nor a lone surrogate, but JSON text can contain them as escapes. */
const suspicious = /\\u0000|\\ud[89a-f]/i;

const storableText = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [storableText(key), storable(held)]));
}

/**
 * The JSON text of a value, with U+FFFD in place of every character that jsonb refuses.
 * @throws RangeError when the value nests too deeply.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return suspicious.test(text) ? JSON.stringify(storable(value)) : text;
}
