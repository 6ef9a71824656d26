/** A character that matches a class like `[A-Z0-9_]`; null if we do not understand the class. */
function ofClass(text: string): string | null {
  if (text.startsWith("^")) return Array.from("a0A-_ ").find((one) => new RegExp(`^[${text}]$`, "u").test(one)) ?? null;
  const first = /^\\?./u.exec(text)?.[0];
  return first === undefined ? null : ofEscape(first);
}

function ofEscape(text: string): string {
  if (!text.startsWith("\\")) return text;
  return { "\\d": "1", "\\w": "a", "\\s": " ", "\\D": "a", "\\W": "-", "\\S": "a" }[text] ?? text.slice(1);
}

const part =
  /^(?:\[((?:\\.|[^\]\\])+)\]|(\\[dwsDWS]|\\[^a-zA-Z0-9])|([^\\[\](){}*+?|^$.])|(\.))(?:\{(\d+)(?:,\d*)?\}|([*+?]))?/u;

/**
 * A short text that matches a simple pattern of characters, classes and counts, anchored or not. Null for a pattern
 * with groups, alternatives or anything else: its author must then give an example.
 */
export function sampleOfPattern(pattern: string): string | null {
  let rest = pattern.replace(/^\^/, "").replace(/(?<!\\)\$$/, "");
  let sample = "";
  while (rest !== "") {
    const found = part.exec(rest);
    if (found === null) return null;
    const [all, inClass, escaped, plain, , count, sign] = found;
    const one = inClass !== undefined ? ofClass(inClass) : escaped !== undefined ? ofEscape(escaped) : (plain ?? "a");
    if (one === null) return null;
    sample += one.repeat(count === undefined ? (sign === "*" || sign === "?" ? 0 : 1) : Math.min(Number(count), 200));
    rest = rest.slice(all.length);
  }
  try {
    return new RegExp(pattern, "u").test(sample) ? sample : null;
  } catch {
    return null;
  }
}
