import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { acceptedCoding } from "@ferrule/kit/http/accepted-coding.ts";
import { preconditionOf } from "@ferrule/kit/http/precondition.ts";
import { sendError } from "../answers/send-error.ts";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".tgz": "application/gzip",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

const contentSecurityPolicy = (style: string) =>
  `default-src 'none'; script-src 'self'; style-src ${style}; img-src 'self' data:; font-src 'self'; ` +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const alwaysSent = (style = "'self'") => [
  "x-content-type-options",
  "nosniff",
  "content-security-policy",
  contentSecurityPolicy(style),
  "referrer-policy",
  "same-origin",
  "cross-origin-opener-policy",
  "same-origin",
];

/** Placeholder in the built HTML, replaced by each answer's own nonce. */
const noncePlace = "__CSP_NONCE__";

interface ConsoleFile {
  body: Buffer;
  /** The same content compressed with brotli at build time; null when that did not make it smaller. */
  brotli: Buffer | null;
  etag: string;
  headers: string[];
}

/** Serves the files of one built folder. */
export interface ConsoleFiles {
  serve: (request: IncomingMessage, response: ServerResponse, path: string, requestId: string) => void;
}

function readConsoleFile(file: string, path: string): ConsoleFile {
  const body = readFileSync(file);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  // The build puts a content hash into the name of everything in /assets/.
  const caching = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  const type = contentTypes[extname(file)] ?? "application/octet-stream";
  const headers = ["content-type", type, "cache-control", caching, "etag", etag, ...alwaysSent()];
  const brotli = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
  if (brotli !== null) headers.push("vary", "accept-encoding");
  return { body, brotli, etag, headers };
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: string, requestId: string): void {
  const nonce = randomBytes(16).toString("base64");
  const body = Buffer.from(page.replaceAll(noncePlace, nonce));
  const headers = ["x-request-id", requestId, "content-type", "text/html; charset=utf-8", "cache-control", "no-store"];
  headers.push("content-length", String(body.length), ...alwaysSent(`'self' 'nonce-${nonce}'`));
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: ConsoleFile, requestId: string): void {
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

/** Whether a browser is opening a page of the console: a path for the console's router, not a missing file. */
const isPage = (request: IncomingMessage, path: string) =>
  path === "/" ||
  (!path.startsWith("/assets/") && !path.includes(".") && /\btext\/html\b/.test(request.headers.accept ?? ""));

/**
 * Reads a folder once and serves each file at its own path. Its `index.html`, with a fresh nonce, also serves `/` and
 * every browser navigation. `others` are files of other folders, by the path where each is served. No request's path ever
 * reaches the file system. A missing file is 404 in the one error shape, never HTML.
 */
export function consoleFiles(folder: string, others: Record<string, string> = {}): ConsoleFiles {
  const files = new Map<string, ConsoleFile>();
  for (const [path, file] of Object.entries(others)) {
    if (existsSync(file)) files.set(path, readConsoleFile(file, path));
  }
  let page: string | undefined;
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith(".") || entry.name.endsWith(".br")) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).split(sep).join("/");
    if (path === "/index.html") page = readFileSync(file, "utf8");
    else files.set(path, readConsoleFile(file, path));
  }
  return {
    serve(request, response, path, requestId) {
      const file = files.get(path);
      const html = file === undefined && isPage(request, path) ? page : undefined;
      if (file === undefined && html === undefined)
        return sendError(response, { code: "NOT_FOUND" }, "files", requestId);
      if (request.method !== "GET" && request.method !== "HEAD") {
        const error = { code: "METHOD_NOT_ALLOWED", headers: ["allow", "GET, HEAD"] } as const;
        return sendError(response, error, "files", requestId);
      }
      if (file !== undefined) sendFile(request, response, file, requestId);
      else if (html !== undefined) sendPage(request, response, html, requestId);
    },
  };
}
