import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname } from "node:path";
import { acceptedCoding } from "@ferrule/kit/http/accepted-coding.ts";
import { preconditionOf } from "@ferrule/kit/http/precondition.ts";
import { sendError } from "../answers/send-error.ts";
import { alwaysSent } from "./always-sent.ts";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".tgz": "application/gzip",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** A file in memory, with the headers of its answers. */
export interface StoredFile {
  body: Buffer;
  /** The same content compressed with brotli at build time; null when that did not make it smaller. */
  brotli: Buffer | null;
  etag: string;
  headers: string[];
}

/**
 * Reads a file that is served at a path, and the file that the build has compressed beside it.
 * @param change makes the served text from the file's; then nothing compressed is there
 */
export function readStoredFile(file: string, path: string, change?: (text: string) => string): StoredFile {
  const body = change === undefined ? readFileSync(file) : Buffer.from(change(readFileSync(file, "utf8")));
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  // The build puts a content hash into the name of everything in /assets/.
  const caching = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  const type = contentTypes[extname(file)] ?? "application/octet-stream";
  const headers = ["content-type", type, "cache-control", caching, "etag", etag, ...alwaysSent()];
  const brotli = change === undefined && existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
  if (brotli !== null) headers.push("vary", "accept-encoding");
  return { body, brotli, etag, headers };
}

/** Sends a file, compressed where the client can, or 304 or 412 as the request's conditions say. */
export function sendStoredFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  requestId: string,
): void {
  const headers = ["x-request-id", requestId, ...file.headers];
  const condition = preconditionOf(request.headers, file);
  if (condition === "failed") return sendError(response, { code: "PRECONDITION_FAILED" }, "files", requestId);
  if (condition === "unchanged") {
    response.writeHead(304, headers).end();
    return;
  }
  const compressed = acceptedCoding(request.headers["accept-encoding"], ["br"]) === null ? null : file.brotli;
  if (compressed !== null) headers.push("content-encoding", "br");
  const body = compressed ?? file.body;
  headers.push("content-length", String(body.length));
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
}
