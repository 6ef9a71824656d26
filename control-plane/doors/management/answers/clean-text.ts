/**
 * Characters that a person does not see, or that turn the text after them: controls, direction marks, invisible formats and
 * tags. Text can hide in them. The joiner of emoji (U+200D) and line breaks and tabs are none.
 */
const hidden = /\p{Cc}|\p{Bidi_Control}|\p{Cf}|\p{Variation_Selector}/gu;
const kept = new Set(["\n", "\t", "\u200D", "\uFE0F"]);

/** A text of somebody else without hidden characters. Line breaks and tabs stay. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(hidden, (one) => (kept.has(one) ? one : ""));

/** The same on one line of at most `most` characters. */
export const cleanLine = (text: string, most: number): string =>
  cleanText(text).replaceAll(/\s+/g, " ").trim().slice(0, most);

/** Cleans every text in a value, names of members included. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [cleanText(name), cleanValue(member)]));
}
