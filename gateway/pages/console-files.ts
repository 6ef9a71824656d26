import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { sendError } from "../answers/send-error.ts";
import { alwaysSent } from "./always-sent.ts";
import { isDocumentation } from "./documentation.ts";
import { readStoredFile, sendStoredFile, type StoredFile } from "./stored-file.ts";

/** Placeholder in the built HTML, replaced by each answer's own nonce. */
const noncePlace = "__CSP_NONCE__";

/** Serves the files of one built folder. */
export interface ConsoleFiles {
  serve: (request: IncomingMessage, response: ServerResponse, path: string, requestId: string) => void;
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: string, requestId: string): void {
  const nonce = randomBytes(16).toString("base64");
  const body = Buffer.from(page.replaceAll(noncePlace, nonce));
  const headers = ["x-request-id", requestId, "content-type", "text/html; charset=utf-8", "cache-control", "no-store"];
  headers.push("content-length", String(body.length), ...alwaysSent(`'self' 'nonce-${nonce}'`));
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
  const files = new Map<string, StoredFile>();
  for (const [path, file] of Object.entries(others)) {
    if (existsSync(file)) files.set(path, readStoredFile(file, path));
  }
  let page: string | undefined;
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith(".") || entry.name.endsWith(".br")) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).split(sep).join("/");
    if (isDocumentation(path)) continue;
    if (path === "/index.html") page = readFileSync(file, "utf8");
    else files.set(path, readStoredFile(file, path));
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
      if (file !== undefined) sendStoredFile(request, response, file, requestId);
      else if (html !== undefined) sendPage(request, response, html, requestId);
    },
  };
}
