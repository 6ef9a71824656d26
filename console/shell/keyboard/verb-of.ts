/** What the palette does to a thing by its name. */
export type PaletteVerb = "disable" | "enable" | "stop";

/** The words with which a text begins, and what they mean. */
const words: readonly (readonly [RegExp, PaletteVerb])[] = [
  [/^(?:disable|pause)\b/i, "disable"],
  [/^(?:enable|resume)\b/i, "enable"],
  [/^(?:emergency\s+)?stop\b/i, "stop"],
];

/**
 * What a text of the palette says to do, and to what: `stop shop front` stops something that is called `shop front`.
 * Null if it does not begin with such a word. `name` is empty until a name follows.
 */
export function verbOf(text: string): { verb: PaletteVerb; name: string } | null {
  for (const [pattern, verb] of words) {
    const [said] = pattern.exec(text) ?? [];
    if (said !== undefined) return { verb, name: text.slice(said.length).trim() };
  }
  return null;
}
