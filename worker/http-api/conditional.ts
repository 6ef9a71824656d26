import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { headerOf, without } from "./header-list.ts";
import type { SentAnswer } from "./sent-answer.ts";

/** What a 304 repeats of the answer in whose place it stands (RFC 9110 section 15.4.5). */
const repeated = new Set(["cache-control", "content-location", "etag", "expires", "last-modified", "vary"]);

/** Says a strong ETag of an answer that has none, and that caches ask again before they use it. */
export function withEtag(given: SentAnswer): SentAnswer {
  if (given.status !== 200 || headerOf(given.headers, "etag") !== undefined) return given;
  const hash = createHash("sha256")
    .update(`${given.type ?? ""}\n`)
    .update(given.body)
    .digest("base64url");
  const isUncached = headerOf(given.headers, "cache-control") === "no-store";
  const headers = isUncached ? without(given.headers, (name) => name === "cache-control") : [...given.headers];
  if (isUncached) headers.push("cache-control", "private, no-cache");
  headers.push("etag", `"${hash.slice(0, 27)}"`);
  return { ...given, headers };
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, "");

/** RFC 9110 section 13.1.2, weak comparison. An opaque tag may hold commas, so tags are looked for and not split. */
function matchesTag(field: string, etag: string): boolean {
  if (field.trim() === "*") return true;
  return (field.match(/(?:W\/)?"[^"]*"/g) ?? []).some((one) => opaque(one) === opaque(etag));
}

function isUnchanged(asked: IncomingHttpHeaders, headers: readonly string[]): boolean {
  const noneMatch = asked["if-none-match"];
  const etag = headerOf(headers, "etag");
  if (noneMatch !== undefined) return etag !== undefined && matchesTag(noneMatch, etag);
  const since = Date.parse(asked["if-modified-since"] ?? "");
  const modified = Date.parse(headerOf(headers, "last-modified") ?? "");
  return modified <= since;
}

const oneRange = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/** RFC 9110 section 14.1.2. Null: not one range of bytes, and so the whole. */
function rangeOf(field: string, length: number): { from: number; to: number } | "unsatisfiable" | null {
  const [, first, last, suffix] = oneRange.exec(field.replaceAll(/\s/g, "")) ?? [];
  if (suffix !== undefined) {
    const taken = Math.min(Number(suffix), length);
    return taken === 0 ? "unsatisfiable" : { from: length - taken, to: length - 1 };
  }
  if (first === undefined) return null;
  const from = Number(first);
  const to = last === undefined || last === "" ? length - 1 : Math.min(Number(last), length - 1);
  if (last !== undefined && last !== "" && Number(last) < from) return null;
  return from >= length ? "unsatisfiable" : { from, to };
}

/** RFC 9110 section 13.1.5: a part may be added only to the very same answer. */
function isSame(ifRange: string | undefined, headers: readonly string[]): boolean {
  if (ifRange === undefined) return true;
  const etag = headerOf(headers, "etag");
  if (etag !== undefined && !etag.startsWith("W/") && ifRange === etag) return true;
  return ifRange === headerOf(headers, "last-modified");
}

function partOf(given: SentAnswer, asked: IncomingHttpHeaders): SentAnswer {
  const headers = [...given.headers, "accept-ranges", "bytes"];
  const whole = { ...given, headers };
  if (asked.range === undefined || !isSame(asked["if-range"] as string | undefined, headers)) return whole;
  const body = typeof given.body === "string" ? Buffer.from(given.body) : given.body;
  const range = rangeOf(asked.range, body.byteLength);
  if (range === null) return whole;
  if (range === "unsatisfiable") {
    const length = ["content-range", `bytes */${body.byteLength}`];
    return { ...whole, status: 416, type: null, body: "", headers: [...headers, ...length] };
  }
  const { from, to } = range;
  headers.push("content-range", `bytes ${from}-${to}/${body.byteLength}`);
  return { ...given, status: 206, headers, body: body.subarray(from, to + 1) };
}

/**
 * The answer to a GET or HEAD by what the client has already (RFC 9110, sections 13 and 14): 304 where that is the same, and of
 * `isFile` the range that it asks for.
 */
export function conditionalAnswer(given: SentAnswer, asked: IncomingHttpHeaders, isFile: boolean): SentAnswer {
  if (given.status !== 200) return given;
  if (isUnchanged(asked, given.headers)) {
    const headers = without(given.headers, (name) => !repeated.has(name));
    return { status: 304, type: null, headers, body: "" };
  }
  const isWhole = ["content-encoding", "content-range", "accept-ranges"].every(
    (name) => headerOf(given.headers, name) === undefined,
  );
  return isFile && isWhole ? partOf(given, asked) : given;
}
