import { MIMEType } from "node:util";

export interface MediaType {
  /** `type/subtype` in lower case; empty when the field is missing or malformed. */
  essence: string;
  /** In lower case, without quotes; null when the field names none. */
  charset: string | null;
}

const json: MediaType = { essence: "application/json", charset: null };
const none: MediaType = { essence: "", charset: null };

/** Reads a `Content-Type` (RFC 9110 section 8.3.1) as the MIME Sniffing standard does, so a parameter may be quoted. */
export function mediaTypeOf(field: string | undefined): MediaType {
  if (field === "application/json") return json;
  if (field === undefined) return none;
  try {
    const { essence, params } = new MIMEType(field);
    return { essence, charset: params.get("charset")?.trim().toLowerCase() || null };
  } catch {
    return none;
  }
}

/**
 * Whether we can read text of this type: its charset must be UTF-8 by either of its names, a subset of UTF-8, or
 * missing.
 */
export const isInUtf8 = ({ charset }: MediaType): boolean =>
  charset === null || charset === "utf-8" || charset === "utf8" || charset === "us-ascii";
