import type { IncomingHttpHeaders } from "node:http";
import type { Exchange } from "../../serving/exchange.ts";
import { headerOf } from "../header-list.ts";
import { isCompressible } from "./content-coding.ts";

/** Headers that describe exactly these bytes, or an encoding by the Function itself. */
const ofTheBytes = ["content-encoding", "content-range", "content-digest", "repr-digest", "digest", "signature-input"];

/**
 * Whether an answer may go compressed. A Function that encodes its answer itself, states a digest or a strong ETag of it, or says
 * `Cache-Control: no-transform` gets it sent as it is.
 */
export function mayCompress(status: number, type: string | null, headers: readonly string[]): boolean {
  if (type === null || status === 206 || !isCompressible(type)) return false;
  if (ofTheBytes.some((name) => headerOf(headers, name) !== undefined)) return false;
  if (headerOf(headers, "etag")?.startsWith('"') === true) return false;
  return !/\bno-transform\b/i.test(headerOf(headers, "cache-control") ?? "");
}

const ownPages = new Set(["same-origin", "none"]);

/**
 * Whether a page of somebody else may have caused this request with the cookies of its reader. The length of a compressed answer would
 * tell that page what the answer repeats of its request (BREACH, https://www.breachattack.com). Keys and tokens are never sent so.
 */
export const isCausedByOthers = ({ site }: Pick<Exchange, "site">, headers: IncomingHttpHeaders): boolean =>
  site !== null && headers.cookie !== undefined && !ownPages.has(headers["sec-fetch-site"] ?? "");
