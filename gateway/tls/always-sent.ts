import { ServerResponse, type OutgoingHttpHeaders } from "node:http";

/**
 * Adds `always`, a flat list, to the headers given to `writeHead`: a flat list too, an object, or none. It changes a
 * list in place, because each belongs to one answer.
 */
export function withAlways(headers: unknown, always: readonly string[]): OutgoingHttpHeaders | string[] {
  if (Array.isArray(headers)) {
    headers.push(...always);
    return headers as string[];
  }
  const added: OutgoingHttpHeaders = typeof headers === "object" ? { ...headers } : {};
  for (let at = 0; at < always.length; at += 2) added[always[at]!] = always[at + 1];
  return added;
}

/** The class of answers by HTTP/1 that have `always`, a flat list, among their headers. */
export function http1Answers(always: readonly string[]): typeof ServerResponse {
  if (always.length === 0) return ServerResponse;
  return class extends ServerResponse {
    override writeHead(status: number, ...given: unknown[]): this {
      return super.writeHead(status, withAlways(given.at(-1), always));
    }
  } as typeof ServerResponse;
}
