import { parseExactJson } from "../../json/parse-exact-json.ts";
import { spend } from "../work-meter.ts";

const mostDepth = 64;

/** The depth of a JSON text, and the number of its objects' members, including repeated names. */
function measure(text: string): { depth: number; members: number } {
  let level = 0;
  let depth = 0;
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inString) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === ":") members += 1;
    else if (sign === "[" || sign === "{") depth = Math.max(depth, (level += 1));
    else if (sign === "]" || sign === "}") level -= 1;
  }
  return { depth, members };
}

function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : inner.length);
}

/** The list or object in a JSON text; undefined for any other text, and for one with a repeated name. */
export function readJsonText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  spend(text.length);
  const { depth, members } = measure(text);
  if (depth > mostDepth) return undefined;
  try {
    const { value, isExact } = parseExactJson(text);
    return isExact && members === membersOf(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
