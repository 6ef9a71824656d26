// Why: docs/decisions/workers-compress.md
import { promisify } from "node:util";
import zlib from "node:zlib";
import { without } from "../header-list.ts";
import type { SentAnswer } from "../sent-answer.ts";
import type { Coding } from "./content-coding.ts";

/** A smaller response is one packet either way. */
export const leastBytes = 1_024;
/** Up to this size, compressing takes less time than sending the bytes to another thread and back. */
const syncBytes = 32 * 1_024;

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel } = zlib.constants;
const gzip = { level: 1 };
const zstd = { params: { [ZSTD_c_compressionLevel]: 1 } };
const brotli = (bytes: number) => ({ params: { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_SIZE_HINT]: bytes } });

const atOnce: Record<Coding, (body: Uint8Array) => Buffer> = {
  zstd: (body) => zlib.zstdCompressSync(body, zstd),
  br: (body) => zlib.brotliCompressSync(body, brotli(body.byteLength)),
  gzip: (body) => zlib.gzipSync(body, gzip),
};

const zstdLater = promisify(zlib.zstdCompress);
const brotliLater = promisify(zlib.brotliCompress);
const gzipLater = promisify(zlib.gzip);
const later: Record<Coding, (body: Uint8Array) => Promise<Buffer>> = {
  zstd: (body) => zstdLater(body, zstd),
  br: (body) => brotliLater(body, brotli(body.byteLength)),
  gzip: (body) => gzipLater(body, gzip),
};

/** The number of bytes in a response's body. */
export const bytesOf = (body: string | Uint8Array): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;

/** The field that tells caches that the response depends on the request, unless it already says so. */
export const variesByCoding = ["vary", "accept-encoding"] as const;

/**
 * The head of a response that will be compressed. Compression changes its bytes, so a strong ETag becomes a weak one,
 * and ranges are not supported (RFC 9110 section 8.8.1).
 */
export function codedHead(given: SentAnswer, coding: Coding): SentAnswer {
  const headers = without(given.headers, (name) => name === "accept-ranges");
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] === "etag" && !headers[at + 1]!.startsWith("W/")) headers[at + 1] = `W/${headers[at + 1]}`;
  }
  headers.push("content-encoding", coding);
  return { ...given, headers };
}

/** The compressed body of a response; another thread compresses large ones. */
export function codedBody(body: string | Uint8Array, coding: Coding): Buffer | Promise<Buffer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return bytes.byteLength <= syncBytes ? atOnce[coding](bytes) : later[coding](bytes);
}
