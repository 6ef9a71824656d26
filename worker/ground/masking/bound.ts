/** The most that an input, an output or a log entry's data takes in a record, as JSON text. */
export const maxRecordedBytes = 65_536;

/** How many characters of a too large value a record keeps. */
export const previewCharacters = 2_048;

/** Stands in a record for a value that was too large: its size and its beginning. */
export interface Truncated {
  $truncated: true;
  bytes: number;
  preview: string;
}

/** Returns the value, or a marker if its JSON is longer than `maxBytes`. */
export function bound(value: unknown, maxBytes = maxRecordedBytes): unknown {
  if (typeof value !== "object" && typeof value !== "string") return value;
  const text = JSON.stringify(value) ?? "null";
  // A character is at most three bytes, so short texts need no counting.
  if (text.length * 3 <= maxBytes) return value;
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return value;
  return { $truncated: true, bytes, preview: text.slice(0, previewCharacters) } satisfies Truncated;
}
