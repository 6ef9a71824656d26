import { mayFunctionAnswer } from "@ferrule/contract/guest/may-function-answer.ts";
import { sentCookie, type CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";

const sendable = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A client or proxy that accepts 16 KB of headers has room for these beside the platform's own. */
const mostCharacters = 8 * 1_024;

export interface ReplyHeaders {
  type: string | null;
  /** The other headers, as names and values in turn. */
  headers: string[];
}

function cookieOf(value: string, place: CookiePlace): string | null {
  const verdict = sentCookie(value, place);
  return "cookie" in verdict ? verdict.cookie : null;
}

/**
 * The headers of `ctx.http.respond` that we send. It drops headers that a Function cannot set, invalid values, and
 * everything beyond 8 KB. `cookies` is the place where cookies may be set; null: nowhere.
 */
export function replyHeaders(given: Record<string, string | string[]>, cookies: CookiePlace | null): ReplyHeaders {
  const headers: string[] = [];
  let type: string | null = null;
  let room = mostCharacters;
  let cached = false;
  for (const [name, values] of Object.entries(given)) {
    const lower = name.toLowerCase();
    const isCookie = lower === "set-cookie" && cookies !== null;
    if (!isCookie && !mayFunctionAnswer(lower)) continue;
    for (const asked of [values].flat()) {
      const value = isCookie && typeof asked === "string" ? cookieOf(asked, cookies) : asked;
      if (typeof value !== "string" || !sendable.test(value)) continue;
      room -= name.length + value.length + 4;
      if (room < 0) continue;
      if (lower === "cache-control") cached = true;
      if (lower === "content-type") type = value;
      else headers.push(lower, value);
    }
  }
  if (!cached) headers.push("cache-control", "no-store");
  return { type, headers };
}
