// Why: docs/decisions/documentation-as-files.md
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { sendError } from "../answers/send-error.ts";
import { alwaysSent } from "./always-sent.ts";
import { searchDocumentation } from "./search-documentation.ts";
import { readStoredFile, sendStoredFile, type StoredFile } from "./stored-file.ts";

/** Stands in the built list for models for the origin of this installation. */
const originPlace = "__ORIGIN__";

/** Whether a path belongs to the documentation. */
export const isDocumentation = (path: string): boolean => /^\/(?:docs(?:\/.*)?|llms(?:-full)?\.txt)$/.test(path);

/** Serves the pages of the documentation, and searches them. */
export interface Documentation {
  serve: (request: IncomingMessage, response: ServerResponse, path: string, requestId: string) => void;
}

function readPages(folder: string, publicUrl: string): Map<string, StoredFile> {
  const files = new Map<string, StoredFile>();
  const root = join(folder, "docs");
  const entries = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (!entry.isFile() || !/^[^.].*\.(?:html|md)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length).split(sep).join("/");
    const address = path.replace(/(?:\/index)?\.html$/, "");
    files.set(address, readStoredFile(file, address));
  }
  const origin = new URL(publicUrl).origin;
  const withOrigin = (text: string) => text.replaceAll(originPlace, origin);
  for (const [path, change] of [
    ["/llms.txt", withOrigin],
    ["/llms-full.txt", undefined],
  ] as const)
    if (existsSync(join(folder, path))) files.set(path, readStoredFile(join(folder, path), path, change));
  return files;
}

/** Says in a page of HTML that there is nothing at this address. */
function sendMissing(request: IncomingMessage, response: ServerResponse, page: Buffer, requestId: string): void {
  const headers = ["x-request-id", requestId, "content-type", "text/html; charset=utf-8", "cache-control", "no-store"];
  headers.push("content-length", String(page.length), ...alwaysSent());
  response.writeHead(404, headers).end(request.method === "HEAD" ? undefined : page);
}

/**
 * Reads the documentation that is built with the console, and serves each page at its own path: `/docs/mcp` as HTML,
 * `/docs/mcp.md` as Markdown. It needs no other role. No request's path ever reaches the file system.
 * @param publicUrl the origin that callers use
 * @param searchesPerSecond beyond them, a search is 503
 */
export function documentation(folder: string, publicUrl: string, searchesPerSecond: number): Documentation {
  const files = readPages(folder, publicUrl);
  const missingFile = join(folder, "docs", ".missing.html");
  const missing = existsSync(missingFile) ? readFileSync(missingFile) : null;
  const search = searchDocumentation(join(folder, "docs"), searchesPerSecond);
  return {
    serve(request, response, path, requestId) {
      const isRead = request.method === "GET" || request.method === "HEAD";
      const answersSearch = search?.answers(path) === true;
      const file = files.get(path);
      if (!isRead && (answersSearch || file !== undefined)) {
        const error = { code: "METHOD_NOT_ALLOWED", headers: ["allow", "GET, HEAD"] } as const;
        return sendError(response, error, "files", requestId);
      }
      if (file !== undefined) return sendStoredFile(request, response, file, requestId);
      if (answersSearch) return search.send(request, response, path, requestId);
      const shorter = path.replace(/\/$/, "");
      if (isRead && files.has(shorter)) {
        response.writeHead(308, ["x-request-id", requestId, "location", shorter, "content-length", "0"]).end();
        return;
      }
      const isBrowser = isRead && /\btext\/html\b/.test(request.headers.accept ?? "");
      if (missing !== null && isBrowser) return sendMissing(request, response, missing, requestId);
      sendError(response, { code: "NOT_FOUND" }, "files", requestId);
    },
  };
}
