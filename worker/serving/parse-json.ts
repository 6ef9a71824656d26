import { isUtf8 } from "node:buffer";
import type { ErrorCode } from "@ferrule/contract/errors.ts";

const deepest = 200;

/** Whether brackets nest deeper than what any later recursion over the value is sure to bear. */
function tooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (inString) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}

/** An exponent of three digits, or as many digits as only a number beyond all that a double holds can have. */
const mayOverflow = /[eE]\+?\d{3}|(?<!\d)\d{309}/;

/** Whether a number was too large to be read: JSON.parse makes it Infinity, which JSON cannot pass on. */
function holdsInfinity(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (at === Infinity || at === -Infinity) return true;
    if (typeof at === "object" && at !== null) for (const one of Object.values(at)) open.push(one);
  }
  return false;
}

/**
 * Parses a body: UTF-8, well-formed, at most 200 levels deep, without numbers beyond those of IEEE 754 (RFC 8259 section 6);
 * otherwise the error's code.
 */
export function parseJson(body: Buffer): { value: unknown } | { code: Extract<ErrorCode, "MALFORMED_JSON"> } {
  if (!isUtf8(body) || (body.length > deepest * 2 && tooDeep(body))) return { code: "MALFORMED_JSON" };
  try {
    const text = body.toString("utf8");
    const value: unknown = JSON.parse(text);
    if (mayOverflow.test(text) && holdsInfinity(value)) return { code: "MALFORMED_JSON" };
    return { value };
  } catch {
    return { code: "MALFORMED_JSON" };
  }
}
