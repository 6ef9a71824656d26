import { RE2JS } from "re2js";

const keptPatterns = 500;
const compiled = new Map<string, LinearPattern>();

/** What ajv asks of a regular expression. */
export interface LinearPattern {
  test: (text: string) => boolean;
  toString: () => string;
}

/** `\1` and `\k<name>`, which no linear-time engine can have, behind an even number of backslashes. */
const backReference = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;

/**
 * A `pattern` of anybody's schema on RE2's engine, whose time grows with the text's length and never explodes.
 * @throws for what such an engine cannot have: look-around, back references, Unicode scripts by their long names
 */
export function linearPattern(pattern: string): LinearPattern {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (backReference.test(pattern)) throw new Error("A pattern cannot have back references.");
  const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
  const made = { test: (text: string) => expression.test(text), toString: () => pattern };
  const oldest = compiled.size >= keptPatterns ? compiled.keys().next().value : undefined;
  if (oldest !== undefined) compiled.delete(oldest);
  compiled.set(pattern, made);
  return made;
}
