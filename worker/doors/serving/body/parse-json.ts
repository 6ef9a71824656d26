import { isUtf8 } from "node:buffer";
import type { ErrorCode } from "@ferrule/contract/errors.ts";
import { parseExactJson } from "@ferrule/contract/json/parse-exact-json.ts";

const deepest = 200;

/** Whether brackets nest so deeply that a later recursion over the value might fail. */
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

/**
 * Parses a body: UTF-8, well-formed, at most 200 levels deep; otherwise the error's code. A number that JavaScript
 * cannot represent exactly becomes a `SentNumber`; `isExact`: there is none.
 */
export function parseJson(
  body: Buffer,
): { value: unknown; isExact: boolean } | { code: Extract<ErrorCode, "MALFORMED_JSON"> } {
  if (!isUtf8(body) || (body.length > deepest * 2 && tooDeep(body))) return { code: "MALFORMED_JSON" };
  try {
    return parseExactJson(body.toString("utf8"));
  } catch {
    return { code: "MALFORMED_JSON" };
  }
}
