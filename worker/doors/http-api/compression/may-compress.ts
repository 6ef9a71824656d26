import type { IncomingHttpHeaders } from "node:http";
import type { Exchange } from "../../serving/exchange.ts";
import { headerOf } from "../header-list.ts";
import { isCompressible } from "./content-coding.ts";

/** Headers that describe exactly these bytes, or an encoding by the Function itself. */
const ofTheBytes = ["content-encoding", "content-range", "content-digest", "repr-digest", "digest", "signature-input"];

/**
 * Whether we may compress an answer. We do not if the Function encodes the answer itself, gives its digest or a strong
 * ETag, or says `Cache-Control: no-transform`.
 */
export function mayCompress(status: number, type: string | null, headers: readonly string[]): boolean {
  if (type === null || status === 206 || !isCompressible(type)) return false;
  if (ofTheBytes.some((name) => headerOf(headers, name) !== undefined)) return false;
  if (headerOf(headers, "etag")?.startsWith('"') === true) return false;
  return !/\bno-transform\b/i.test(headerOf(headers, "cache-control") ?? "");
}

const ownPages = new Set(["same-origin", "none"]);

/**
 * Whether a foreign page may have caused this request with the cookies of its reader. From the length of a compressed
 * answer, that page could find out which of its guesses the answer repeats (BREACH, https://www.breachattack.com).
 * Browsers never send keys and tokens this way.
 */
export const isCausedByOthers = ({ site }: Pick<Exchange, "site">, headers: IncomingHttpHeaders): boolean =>
  site !== null && headers.cookie !== undefined && !ownPages.has(headers["sec-fetch-site"] ?? "");
