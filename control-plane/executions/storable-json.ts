/** jsonb holds no NUL and no lone surrogate, which JSON text can carry as escapes. */
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
 * @throws RangeError when it nests too deeply to be written.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  return suspicious.test(text) ? JSON.stringify(storable(value)) : text;
}
