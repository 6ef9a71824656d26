import type { IncomingHttpHeaders } from "node:http";
import { hopByHop } from "@ferrule/kit/http/hop-by-hop.ts";
import { mayFunctionAnswer } from "@ferrule/contract/guest/may-function-answer.ts";
import { sentCookie } from "@ferrule/contract/guest/set-cookie.ts";
import type { ServedSite } from "./apps-host.ts";
import { connectionNames } from "./connection-names.ts";
import type { Prefix } from "./prefix-of.ts";

/** Hop-by-hop fields (RFC 9110 section 7.6.1), and fields that the gateway writes itself or keeps between the roles. */
const dropped = new Set<string>([...hopByHop, "proxy-authenticate", "x-request-id", "x-internal-token"]);

/** Headers that only the worker itself may add to an answer, besides those that a Function may set. */
const fromWorker = new Set(["content-length", "date", "idempotency-replayed", "x-accel-buffering"]);

/**
 * Whether a worker's answer may have the header. A Function cannot set `WWW-Authenticate`, so with 401 and 403 it is
 * the worker's own.
 */
function mayWorkerAnswer(name: string, status: number): boolean {
  // Tells the client which types the worker would have accepted (RFC 9110 section 15.5.16).
  if (status === 415 && (name === "accept" || name === "accept-encoding")) return true;
  if (mayFunctionAnswer(name) || fromWorker.has(name) || name.startsWith("access-control-")) return true;
  return name === "www-authenticate" && (status === 401 || status === 403);
}

const unsniffed = ["x-content-type-options", "nosniff"] as const;

/**
 * Sent with every answer under `/http`, the gateway's own included: a Function shares its origin with the console, or with
 * other Functions, so its answers must be sandboxed.
 */
export const sandboxHeaders = ["content-security-policy", "sandbox allow-scripts allow-forms", ...unsniffed] as const;

/** Adds the cookies that may be set on the answer's host; on the console's host there are none. */
function pushCookies(list: string[], given: string | string[] | undefined, served: ServedSite | null): void {
  if (given === undefined || served === null) return;
  const { site, cookiesBelow } = served;
  const place = { ...site, below: cookiesBelow };
  for (const value of [given].flat()) {
    const verdict = sentCookie(value, place);
    if ("cookie" in verdict) list.push("set-cookie", verdict.cookie);
  }
}

/**
 * The flat header list of an answer on its way to the client; `requestId` replaces the upstream's own. `served`: the
 * site of HTTP APIs that the request named, if it is one.
 */
export function answerHeaders(
  upstream: IncomingHttpHeaders,
  status: number,
  prefix: Prefix,
  requestId: string,
  served: ServedSite | null,
): string[] {
  const list = ["x-request-id", requestId];
  const named = connectionNames(upstream.connection);
  for (const name in upstream) {
    if (dropped.has(name) || name.startsWith("x-ferrule-") || named?.has(name) === true) continue;
    const isSession = prefix === "mcp" && name === "mcp-session-id";
    if (prefix !== "api" && !isSession && !mayWorkerAnswer(name, status)) continue;
    const value = upstream[name];
    if (typeof value === "string") list.push(name, value);
    else if (value !== undefined) for (const item of value) list.push(name, item);
  }
  if (prefix === "http") {
    pushCookies(list, upstream["set-cookie"], served);
    list.push(...(served?.site.isSandboxed === false ? unsniffed : sandboxHeaders));
  } else if (prefix === "mcp") list.push(...unsniffed);
  return list;
}
