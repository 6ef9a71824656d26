// Why: docs/decisions/reference-page.md
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

/** Sent by a worker in place of a page that only the gateway may serve: it is the one page under `/http` that is not sandboxed. */
export const asksForReference = "x-ferrule-reference";

/** The page that shows an HTTP API's OpenAPI document and tries its routes. It is the same for all of them. */
export interface ReferencePage {
  send: (request: IncomingMessage, response: ServerResponse, requestId: string) => void;
}

const hashesOf = (html: string, tag: string): string =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, "g"))]
    .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join(" ");

const plainHost = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/**
 * The endpoint's own address, below which the page may send requests. Without a scheme, the page's own scheme applies.
 */
function addressesOf({ headers, url = "" }: IncomingMessage): string {
  const path = /^\/http\/[a-z]+\/[a-z0-9-]+\/[a-z0-9-]+(?=\/)/.exec(url)?.[0];
  const host = headers.host ?? "";
  return path === undefined || !plainHost.test(host) ? "'none'" : `${host}${path} ${host}${path}/`;
}

/**
 * Reads the page that is built with the console; null if it is not built. It shares its origin with others. So its
 * policy allows only this one script, by its hash, and requests to the one endpoint. No markup can become a script
 * there (Trusted Types).
 */
export function referencePage(folder: string): ReferencePage | null {
  const file = join(folder, ".reference.html");
  if (!existsSync(file)) return null;
  const html = readFileSync(file, "utf8");
  const body = Buffer.from(html);
  const fixed =
    `default-src 'none'; script-src ${hashesOf(html, "script")}; style-src ${hashesOf(html, "style")}; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  const always = [
    "content-type",
    "text/html; charset=utf-8",
    "cache-control",
    "no-store",
    "content-length",
    String(body.length),
    "x-content-type-options",
    "nosniff",
    "referrer-policy",
    "no-referrer",
    "cross-origin-opener-policy",
    "same-origin",
    "cross-origin-resource-policy",
    "same-origin",
  ];
  return {
    send(request, response, requestId) {
      const policy = `${fixed}; connect-src ${addressesOf(request)}`;
      response.writeHead(200, ["x-request-id", requestId, ...always, "content-security-policy", policy]);
      response.end(request.method === "HEAD" ? undefined : body);
    },
  };
}
