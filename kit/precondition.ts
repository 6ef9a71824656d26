import type { IncomingHttpHeaders } from "node:http";
import { httpDate } from "./http-date.ts";

/** What an answer says of itself. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

const opaque = (tag: string) => tag.replace(/^W\//, "");

/** An opaque tag may hold commas, so tags are looked for and not split. */
const tagsIn = (field: string): readonly string[] => field.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Whether a list of tags, or `*`, holds this one (RFC 9110 section 8.8.3.2). A weak tag is never strongly the same. */
function holds(field: string, etag: string | undefined, isStrong: boolean): boolean {
  if (field.trim() === "*") return true;
  if (etag === undefined || (isStrong && etag.startsWith("W/"))) return false;
  return tagsIn(field).some((one) => (isStrong ? one === etag : opaque(one) === opaque(etag)));
}

/**
 * What the conditions of a GET or HEAD come to, whose answer would be 2xx without them (RFC 9110 section 13.2.2): `failed` is 412,
 * `unchanged` is 304, null: it is answered. A date that is none counts as left out.
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
