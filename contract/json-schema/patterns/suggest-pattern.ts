const longest = 500;
const syntax = new Set("^$\\.*+?()[]{}|/");
const classEscape = /^\\(?:[dDsSwW]|[pP]\{)/;
/** One piece of a pattern that somebody wrote without `u`: an escape, a counted repetition, or one character. */
const piece =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[^])|\{\d+(?:,\d*)?\}|[^]/gu;
const anchors: Record<string, string> = { "\\A": "^", "\\z": "$", "\\Z": "$" };

function unescaped(text: string, inClass: boolean): string {
  const sign = text[1] ?? "";
  if (syntax.has(sign) || (inClass && sign === "-") || /[\da-zA-Z]/.test(sign))
    return (!inClass && anchors[text]) || text;
  return text.slice(1);
}

/** A class without its brackets. A literal hyphen gets a backslash. */
function inClass(pieces: readonly string[]): string[] {
  return pieces.map((one, at) => {
    if (one.length > 1 && one.startsWith("\\")) return unescaped(one, true);
    const isInner = at > 0 && at < pieces.length - 1;
    const beside = [pieces[at - 1] ?? "", pieces[at + 1] ?? ""];
    return one === "-" && isInner && beside.some((other) => classEscape.test(other)) ? "\\-" : one;
  });
}

/** Other dialects' names for ECMAScript syntax. */
const translated = (pattern: string) =>
  pattern
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\\([pP])\{([A-Z][a-z]+)\}/g, String.raw`\$1{Script=$2}`)
    .replaceAll(/\\([pP])([LMNPSZC])(?!\{)/g, String.raw`\$1{$2}`);

/** The probable meaning of a pattern that ECMAScript refuses with the flag `u`; null when unknown. */
export function suggestPattern(pattern: string): string | null {
  const pieces: string[] = translated(pattern).match(piece) ?? [];
  const made: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const one = pieces[at] ?? "";
    if (one === "[") {
      const first = pieces[at + 1] === "^" ? at + 2 : at + 1;
      const end = pieces.indexOf("]", first);
      if (end < 0) return null;
      made.push(...pieces.slice(at, first), ...inClass(pieces.slice(first, end)), "]");
      at = end;
    } else if (one === "{" || one === "}" || one === "]") made.push(`\\${one}`);
    else made.push(one.length > 1 && one.startsWith("\\") ? unescaped(one, false) : one);
  }
  const instead = made.join("");
  try {
    return new RegExp(instead, "u").source.length > longest ? null : instead;
  } catch {
    return null;
  }
}
