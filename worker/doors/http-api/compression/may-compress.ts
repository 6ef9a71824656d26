import type { IncomingHttpHeaders } from "node:http";
import type { Exchange } from "../../serving/exchange.ts";
import { headerOf } from "../header-list.ts";
import { isCompressible } from "./content-coding.ts";

/** Headers that describe exactly these bytes, or show that the Function has encoded them. */
const ofTheBytes = ["content-encoding", "content-range", "content-digest", "repr-digest", "digest", "signature-input"];

/**
 * Whether we may compress a response. We do not if the Function encodes it itself, or sends its digest, a strong ETag,
 * or `Cache-Control: no-transform`.
 */
export function mayCompress(status: number, type: string | null, headers: readonly string[]): boolean {
  if (type === null || status === 206 || !isCompressible(type)) return false;
  if (ofTheBytes.some((name) => headerOf(headers, name) !== undefined)) return false;
  if (headerOf(headers, "etag")?.startsWith('"') === true) return false;
  return !/\bno-transform\b/i.test(headerOf(headers, "cache-control") ?? "");
}

const ownPages = new Set(["same-origin", "none"]);

/**
 * Whether a foreign page may have caused this request with its reader's cookies. From the length of a compressed
 * response, that page could learn which of its guesses the response repeats (BREACH, https://www.breachattack.com).
 * Browsers never send keys and tokens this way.
 */
export const isCausedByOthers = ({ site }: Pick<Exchange, "site">, headers: IncomingHttpHeaders): boolean =>
  site !== null && headers.cookie !== undefined && !ownPages.has(headers["sec-fetch-site"] ?? "");
