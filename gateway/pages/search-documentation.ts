import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { escapeHtml } from "@ferrule/kit/escape-html.ts";
import { type FoundPassage, readTextIndex, type TextIndex } from "@ferrule/kit/text-index.ts";
import { sendError } from "../answers/send-error.ts";
import { alwaysSent } from "./always-sent.ts";

const mostFound = 20;

/** Answers `/docs/search?q=words` as a page, and `/docs/search.json?q=words` for programs. */
export interface DocumentationSearch {
  answers: (path: string) => boolean;
  send: (request: IncomingMessage, response: ServerResponse, path: string, requestId: string) => void;
}

/** Whether another search may begin in this second. */
function bounded(mostPerSecond: number): () => boolean {
  let second = 0;
  let begun = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, begun] = [now, 0];
    begun += 1;
    return begun <= mostPerSecond;
  };
}

function listOf(found: readonly FoundPassage[], asked: string): string {
  if (asked === "") return "<p>Write one word or more into the field above.</p>";
  if (found.length === 0) return `<p role="status">No page contains “${escapeHtml(asked)}”.</p>`;
  const items = found.map(({ address, page, heading, text }) => {
    const of = heading === page ? "" : ` · ${escapeHtml(page)}`;
    return `<li><a href="${escapeHtml(address)}">${escapeHtml(heading)}</a>${of}<p>${escapeHtml(text)}</p></li>`;
  });
  return `<p role="status">The best matches for “${escapeHtml(asked)}”:</p><ul class="results">${items.join("\n")}</ul>`;
}

/** The words of a query string. It may be malformed: what cannot be decoded is a replacement character. */
const askedIn = (url = "") => (new URL(url, "http://ferrule").searchParams.get("q") ?? "").trim().slice(0, 100);

/** Reads the frame of the page of results. The index is read with the first search. Null: nothing is built. */
export function searchDocumentation(folder: string, perSecond: number): DocumentationSearch | null {
  const [pageFile, indexFile] = [join(folder, ".search.html"), join(folder, ".index.json")];
  if (!existsSync(pageFile) || !existsSync(indexFile)) return null;
  const frame = readFileSync(pageFile, "utf8");
  const mayBegin = bounded(perSecond);
  let index: TextIndex | undefined;
  return {
    answers: (path) => path === "/docs/search" || path === "/docs/search.json",
    send(request, response, path, requestId) {
      const asked = askedIn(request.url);
      if (asked !== "" && !mayBegin()) {
        const error = { code: "OVERLOADED", headers: ["retry-after", "1"] } as const;
        return sendError(response, error, "files", requestId);
      }
      index ??= readTextIndex(readFileSync(indexFile, "utf8"));
      const found = asked === "" ? [] : index.find(asked, mostFound);
      const isJson = path.endsWith(".json");
      const text = isJson
        ? JSON.stringify({ found })
        : frame.replaceAll(/__(?:ASKED|FOUND)__/g, (place) =>
            place === "__ASKED__" ? escapeHtml(asked) : listOf(found, asked),
          );
      const body = Buffer.from(text);
      const type = isJson ? "application/json; charset=utf-8" : "text/html; charset=utf-8";
      const headers = ["x-request-id", requestId, "content-type", type, "cache-control", "no-store", ...alwaysSent()];
      headers.push("content-length", String(body.length));
      response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
    },
  };
}
