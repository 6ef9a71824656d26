/** More than any pattern may have, so counting stops here. */
const most = 1_000_000;

/** What follows a backslash: a code point, a named class, a group's name, or one character. */
const escape = /\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|[^])/y;
const bracket = /\[\^?(?:\\[^]|[^\]\\])*\]?/y;
const groupStart = /\((?:\?(?:[:=!]|P?<[^>]*>))?/y;
const counted = /\{(\d+)(,(\d*))?\}\??/y;

function endOf(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : from + 1;
}

/** How often the quantifier at `from` repeats the part before it, and where the quantifier ends. */
function repetition(pattern: string, from: number): { copies: number; end: number } {
  const sign = pattern[from];
  if (sign === "*" || sign === "+" || sign === "?") return { copies: 1, end: from + 1 };
  counted.lastIndex = from;
  const found = counted.exec(pattern);
  if (found === null) return { copies: 1, end: from };
  const [whole, least, range, greatest] = found;
  const copies = Math.max(Number(least) + (range === "," ? 1 : 0), Number(greatest ?? 0), 1);
  return { copies, end: from + whole.length };
}

/**
 * Estimates, without compiling, how many instructions a pattern compiles to: one for each character or class,
 * multiplied by the counted repetitions (`{2,50}`) around it. The estimate may be five times too high.
 */
export function patternSize(pattern: string): number {
  const outer: number[] = [];
  let sum = 0;
  for (let at = 0; at < pattern.length && sum < most;) {
    let size = 1;
    let end = at + 1;
    const sign = pattern[at];
    if (sign === "(") {
      outer.push(sum);
      sum = 0;
      at = endOf(groupStart, pattern, at);
      continue;
    }
    if (sign === ")") {
      size = sum + 2;
      sum = outer.pop() ?? 0;
    } else if (sign === "\\") end = endOf(escape, pattern, at);
    else if (sign === "[") end = endOf(bracket, pattern, at);
    const { copies, end: behind } = repetition(pattern, end);
    sum += size * copies;
    at = behind;
  }
  return Math.min(
    outer.reduce((all, one) => all + one, sum),
    most,
  );
}
