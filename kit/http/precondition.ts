import type { IncomingHttpHeaders } from "node:http";
import { httpDate } from "./http-date.ts";

/** The validators of a response. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

const opaque = (tag: string) => tag.replace(/^W\//, "");

/** An opaque tag may contain commas, so we search for tags and do not split at commas. */
const tagsIn = (field: string): readonly string[] => field.match(/(?:W\/)?"[^"]*"/g) ?? [];

/**
 * Whether a list of tags, or `*`, matches this one (RFC 9110 section 8.8.3.2). In the strong comparison, a weak tag
 * never matches.
 */
function holds(field: string, etag: string | undefined, isStrong: boolean): boolean {
  if (field.trim() === "*") return true;
  if (etag === undefined || (isStrong && etag.startsWith("W/"))) return false;
  return tagsIn(field).some((one) => (isStrong ? one === etag : opaque(one) === opaque(etag)));
}

/**
 * The result of the conditions of a GET or HEAD whose answer would otherwise be 2xx (RFC 9110 section 13.2.2): `failed`
 * is 412, `unchanged` is 304, null is the normal answer. A malformed date counts as missing.
 */
export function preconditionOf(
  asked: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): "failed" | "unchanged" | null {
  const match = asked["if-match"];
  const modified = httpDate(lastModified);
  if (match !== undefined) {
    if (!holds(match, etag, true)) return "failed";
  } else {
    const since = httpDate(asked["if-unmodified-since"]);
    if (since !== null && modified !== null && modified > since) return "failed";
  }
  const noneMatch = asked["if-none-match"];
  if (noneMatch !== undefined) return holds(noneMatch, etag, false) ? "unchanged" : null;
  const since = httpDate(asked["if-modified-since"]);
  return since !== null && modified !== null && modified <= since ? "unchanged" : null;
}
