import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { preconditionOf } from "@ferrule/kit/http/precondition.ts";
import { headerOf, without } from "./header-list.ts";
import type { SentAnswer } from "./sent-answer.ts";

/** The headers that a 304 takes from the response that it replaces (RFC 9110 section 15.4.5). */
const repeated = new Set(["cache-control", "content-location", "etag", "expires", "last-modified", "vary"]);

/** Adds a strong ETag to a response without one, and tells caches to revalidate before each use. */
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

/** Only GET supports ranges (RFC 9110 section 14.2). A client that requests one means the uncompressed bytes. */
export const asksForRange = (method: string, { range }: IncomingHttpHeaders): boolean =>
  method === "GET" && range !== undefined;

const oneRange = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;

/** RFC 9110 section 14.1.2. Null when it is not a single range of bytes; then the client gets everything. */
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

/** RFC 9110 section 13.1.5: we may send a range only if the client has exactly this response. */
function isSame(ifRange: string | undefined, headers: readonly string[]): boolean {
  if (ifRange === undefined) return true;
  const etag = headerOf(headers, "etag");
  if (etag !== undefined && !etag.startsWith("W/") && ifRange === etag) return true;
  return ifRange === headerOf(headers, "last-modified");
}

function partOf(given: SentAnswer, method: string, asked: IncomingHttpHeaders): SentAnswer {
  const headers = [...given.headers, "accept-ranges", "bytes"];
  const whole = { ...given, headers };
  if (
    !asksForRange(method, asked) ||
    asked.range === undefined ||
    !isSame(asked["if-range"] as string | undefined, headers)
  )
    return whole;
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
 * The result of a GET's or HEAD's conditions for the response; see `preconditionOf`. Only a success can have one.
 */
export const conditionOf = ({ status, headers }: SentAnswer, asked: IncomingHttpHeaders) =>
  status >= 200 && status < 300
    ? preconditionOf(asked, { etag: headerOf(headers, "etag"), lastModified: headerOf(headers, "last-modified") })
    : null;

/** The 304 that replaces a response that the client already has. */
export const notModified = ({ headers }: SentAnswer): SentAnswer => ({
  status: 304,
  type: null,
  headers: without(headers, (name) => !repeated.has(name)),
  body: "",
});

/** The range that a GET requests, if the response supports ranges. A HEAD learns only that it does. */
export function rangedAnswer(given: SentAnswer, method: string, asked: IncomingHttpHeaders): SentAnswer {
  const isWhole = ["content-encoding", "content-range", "accept-ranges"].every(
    (name) => headerOf(given.headers, name) === undefined,
  );
  return given.status === 200 && isWhole ? partOf(given, method, asked) : given;
}
