import { patternEscape } from "./pattern-escape.ts";
import { PatternRefused } from "./pattern-refused.ts";
import { suggestPattern } from "./suggest-pattern.ts";

/** White space and line ends in ECMAScript (ECMA-262, 12.2 and 12.3); RE2 knows only the ASCII ones. */
const blanks = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const noBlanks = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
/** Any character except a line end. */
const notLineEnd = String.raw`[^\n\r\x{2028}\x{2029}]`;

const groupName = /\(\?<(?![=!])([^>]*)>/uy;
const modifiers = /\(\?[ims-]+:/y;
const shortName =
  /^(?:(?:gc|General_Category)=(?<category>[A-Z][a-z]?)|(?:sc|Script)=(?<script>\w+)|(?<own>[A-Z][a-z]?|Any))$/u;

const escapes = String.raw`put a backslash before ^$\.*+?()[]{}|/ that stand for themselves, in [ ] also before -, and before nothing else`;

const codePoint = (code: number) => `\\x{${code.toString(16)}}`;

function property(escape: string): string {
  const { category, script, own } = shortName.exec(escape.slice(3, -1))?.groups ?? {};
  const name = category ?? script ?? own;
  if (name !== undefined) return `${escape.slice(0, 2)}{${name}}`;
  throw new PatternRefused(
    `has ${escape.slice(0, 60)}, which cannot be matched here: write a general category by its short name, such as \\p{L}, or a script, such as \\p{Script=Greek}`,
  );
}

function translateEscape(escape: string, inClass: boolean): string {
  const sign = escape[1] ?? "";
  if (sign === "s" || sign === "S") {
    const ranges = sign === "s" ? blanks : noBlanks;
    return inClass ? ranges : `[${ranges}]`;
  }
  if (sign === "p" || sign === "P") return property(escape);
  if (sign === "b" && inClass) return codePoint(8);
  if (sign === "0") return codePoint(0);
  if (sign === "c") return codePoint(escape.charCodeAt(2) % 32);
  if (sign !== "u" && sign !== "x") return escape;
  const [first = 0, second] = escape
    .split(/\\[ux]\{?/u)
    .slice(1)
    .map((digits) => Number.parseInt(digits, 16));
  return codePoint(second === undefined ? first : ((first & 0x3ff) << 10) + (second & 0x3ff) + 0x1_0000);
}

/** A class from its `[` on, and its end. */
function translateClass(pattern: string, from: number): { text: string; end: number } {
  const isNegated = pattern[from + 1] === "^";
  let at = from + (isNegated ? 2 : 1);
  if (pattern[at] === "]") return { text: isNegated ? "(?s:.)" : String.raw`[^\x{0}-\x{10ffff}]`, end: at + 1 };
  let text = isNegated ? "[^" : "[";
  while (pattern[at] !== "]") {
    patternEscape.lastIndex = at;
    const [escape] = patternEscape.exec(pattern) ?? [];
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    text += escape === undefined ? sign.replace("[", String.raw`\[`) : translateEscape(escape, true);
    at += (escape ?? sign).length;
  }
  return { text: `${text}]`, end: at + 1 };
}

function translate(pattern: string): string {
  let text = "";
  const names = new Set<string>();
  for (let at = 0; at < pattern.length;) {
    const sign = pattern[at] ?? "";
    patternEscape.lastIndex = groupName.lastIndex = modifiers.lastIndex = at;
    if (sign === "\\") {
      const [escape] = patternEscape.exec(pattern) ?? [sign];
      text += translateEscape(escape, false);
      at += escape.length;
    } else if (sign === "[") {
      const one = translateClass(pattern, at);
      text += one.text;
      at = one.end;
    } else if (modifiers.test(pattern)) {
      throw new PatternRefused(
        "has flags inside, such as (?i:…), which many clients do not support: write both cases, such as [Aa]",
      );
    } else if (sign === "(" && groupName.test(pattern)) {
      const name = pattern.slice(at + 3, groupName.lastIndex - 1);
      if (names.has(name))
        throw new PatternRefused(
          "has two groups with the same name, which many clients do not support: give each its own name",
        );
      names.add(name);
      text += "(?:";
      at = groupName.lastIndex;
    } else {
      text += sign === "." ? notLineEnd : sign;
      at += 1;
    }
  }
  return text;
}

/** V8's reason: `Invalid escape`. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? /\/u: ([\w ,"'()-]{1,60})$/.exec(error.message)?.[1] : undefined;

/**
 * Translates a pattern for RE2's engine. JSON Schema's patterns are those of ECMAScript with the flag `u` (JSON Schema
 * 2020-12, Core 6.4). Clients compile them in that way, and some hide every tool of an endpoint because of one pattern
 * that they cannot compile.
 * @throws PatternRefused with a suggestion, for a pattern that ECMAScript or some of its engines refuse
 */
export function portablePattern(pattern: string): string {
  try {
    "".search(new RegExp(pattern, "u"));
  } catch (error) {
    const reason = reasonOf(error);
    const instead = suggestPattern(pattern);
    const told = reason === undefined ? "" : ` (${reason})`;
    const advice = instead === null ? escapes : `write ${instead}`;
    throw new PatternRefused(`is not a regular expression of ECMAScript with the flag u${told}: ${advice}`);
  }
  return translate(pattern);
}
