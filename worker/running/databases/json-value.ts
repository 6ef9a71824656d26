import { jsonDepth } from "@ferrule/kit/json/json-depth.ts";

/** How deep a json value may nest. MySQL itself allows 100. */
const deepest = 1_000;

/** If JavaScript would round a whole number, it becomes its text, as with `int8`. */
const exact = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(source ?? "")
    ? source
    : value;

/** Reads a server's text of a json value. A server may send anything, so a text that we cannot read stays a text. */
export function jsonValue(text: string): unknown {
  if (text.length > deepest && jsonDepth(text, deepest) > deepest) return text;
  try {
    return (/\d{16}/.test(text) ? JSON.parse(text, exact as never) : JSON.parse(text)) as unknown;
  } catch {
    return text;
  }
}
