import type { AppsSite } from "@ferrule/contract/settings/apps-url.ts";
import { errors, type ErrorCode } from "@ferrule/contract/errors.ts";
import { errorDocs, helpHeader, isErrorCode } from "@ferrule/contract/help/help.ts";
import type { CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { BodyRoom } from "./body/body-room.ts";
import type { CallRequest, CallResponse } from "../../ground/call.ts";
import type { WorkerMetrics } from "../../calls/worker-metrics.ts";

/** The origin of HTTP APIs that a caller sees, if it is not the console's. */
export interface CallSite extends AppsSite {
  /** The place where the response may set cookies. */
  cookies: CookiePlace;
}

/** One request under `/mcp` or `/http`, and its response. */
export interface Exchange {
  prefix: "mcp" | "http";
  request: CallRequest;
  response: CallResponse;
  requestId: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** `performance.now()` at the same moment. */
  began: number;
  /** Headers for all later responses, as names and values in turn: those of CORS. */
  headers: readonly string[];
  /** The remaining limits, for every later response that does not mention limits itself; names and values in turn. */
  limitFields?: readonly string[];
  /** Null: the request came through the console's origin. */
  site: CallSite | null;
  /** The origin of PUBLIC_URL, which has the pages about errors. */
  helpOrigin: string;
  metrics: WorkerMetrics;
  /** The room for all large bodies of calls together. */
  bodies: BodyRoom;
  /** The body, if we have already read it to identify the caller. */
  body?: Buffer;
  /** Gives back the requests counted against limits, if the call does not start here. */
  giveBack?: () => void;
  /** Set when the worker itself has failed, so that the gateway knows. */
  hasFailedHere?: true;
  /** Called with the status of the response. */
  onAnswer?: (status: number) => void;
}

/** Possible responses other than a result. */
export interface Refusal {
  code: ErrorCode | (string & {});
  status: number;
  message: string;
  details?: unknown;
  /** The Function chose the code, so it is not one of ours, whatever its name. */
  ofFunction?: true;
  /** More headers, as names and values in turn. */
  headers?: readonly string[];
}

/** A refusal by its catalogue entry. */
export function refusal(code: ErrorCode, message?: string, headers?: readonly string[]): Refusal {
  const { status, message: usual } = errors[code];
  return { code, status, message: message ?? usual, ...(headers === undefined ? {} : { headers }) };
}

/** The call has not started, so the gateway may offer it to another worker. */
export const notStarted = ["x-ferrule-not-started", "busy", "retry-after", "1"] as const;
/**
 * The same, from a worker that takes no calls now: it is starting, draining, or has been out of touch for too long.
 */
export const notServing = ["x-ferrule-not-started", "unavailable", "retry-after", "1"] as const;
/** Gateways give fewer calls to a worker that fails by itself. They do not pass the header on. */
const failedHere = ["x-ferrule-worker-failed", "1"] as const;
/** Whether the gateway will offer the call to another worker if this one returns `notStarted`. */
export const isOfferedOn = ({ request }: Exchange): boolean => request.headers["x-ferrule-offered-on"] !== undefined;
/**
 * How long the gateway held the call before this worker got the offer, in milliseconds; null when unknown.
 */
export function heldMs({ request }: Exchange): number | null {
  const said = Number(request.headers["x-ferrule-held-ms"] ?? Number.NaN);
  return said >= 0 && Number.isFinite(said) ? said : null;
}

const noHeaders: readonly string[] = [];
/** For responses under `/http` if a Function shares its origin with the console or with other Functions. */
const sandboxed = [
  "content-security-policy",
  "sandbox allow-scripts allow-forms",
  "x-content-type-options",
  "nosniff",
] as const;
const unsniffed = ["x-content-type-options", "nosniff"] as const;
const confinementOf = ({ prefix, site }: Exchange) =>
  prefix === "http" && site?.isSandboxed !== false ? sandboxed : unsniffed;

/** The remaining limits, unless the Function's own response mentions limits. */
function limitFieldsBeside({ limitFields = noHeaders }: Exchange, headers: readonly string[]): readonly string[] {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]!.startsWith("ratelimit")) return noHeaders;
  return limitFields;
}

/**
 * Begins a response whose body is written piece by piece. False: the client has left, or already has its response. The
 * headers tell everything on the way to the client not to buffer pieces.
 */
export function beginAnswer(exchange: Exchange, status: number, type: string, headers: readonly string[]): boolean {
  const { response, prefix } = exchange;
  if (response.headersSent || response.destroyed) return false;
  const list = ["x-request-id", exchange.requestId, ...confinementOf(exchange)];
  list.push(
    "content-type",
    type,
    "x-accel-buffering",
    "no",
    ...exchange.headers,
    ...limitFieldsBeside(exchange, headers),
    ...headers,
  );
  response.writeHead(status, list);
  exchange.metrics.answered(prefix, status, performance.now() - exchange.began);
  return true;
}

/** Sends one response in one piece. `type` null: no body. */
export function answer(
  exchange: Exchange,
  status: number,
  type: string | null,
  body: string | Uint8Array,
  headers: readonly string[] = noHeaders,
): void {
  const { response, prefix, request } = exchange;
  if (response.headersSent || response.destroyed) return;
  const list = ["x-request-id", exchange.requestId, ...confinementOf(exchange)];
  if (type !== null) {
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    list.push("content-type", type, "content-length", String(bytes));
  }
  if (exchange.headers.length > 0) list.push(...exchange.headers);
  list.push(...limitFieldsBeside(exchange, headers));
  if (headers.length > 0) list.push(...headers);
  if (exchange.hasFailedHere === true) list.push(...failedHere);
  response.writeHead(status, list);
  if (type === null || request.method === "HEAD") response.end();
  else response.end(body);
  if (status === 503 && headers.includes(notStarted[0])) exchange.giveBack?.();
  exchange.onAnswer?.(status);
  exchange.metrics.answered(prefix, status, performance.now() - exchange.began);
}

const uncached = ["cache-control", "no-store"] as const;

/**
 * Sends an error in its prefix's form: the one error shape; under `/mcp`, a JSON-RPC error without a call's id.
 */
export function refuse(exchange: Exchange, refused: Refusal): void {
  const { requestId, prefix } = exchange;
  const { code, status, message, details, headers = noHeaders } = refused;
  const shown = details === undefined ? {} : { details };
  const isOwn = refused.ofFunction !== true && isErrorCode(code);
  const body =
    prefix === "mcp"
      ? {
          jsonrpc: "2.0",
          id: null,
          error: {
            code: status >= 500 ? -32603 : -32600,
            message,
            data: { code, requestId, ...(isOwn ? { docs: errorDocs(code) } : {}), ...shown },
          },
        }
      : { error: { code, message, requestId, ...shown } };
  const help = isOwn ? helpHeader(code, exchange.helpOrigin) : noHeaders;
  answer(exchange, status, "application/json", JSON.stringify(body), [...uncached, ...help, ...headers]);
}

/** Reports a failure of the worker itself: in full to the log, and as INTERNAL to the caller. */
export function fail(exchange: Exchange, log: Log, error: unknown): void {
  const { response, requestId } = exchange;
  log.error({ requestId, err: error }, "a runtime request failed");
  if (response.headersSent) response.destroy();
  else {
    exchange.hasFailedHere = true;
    refuse(exchange, refusal("INTERNAL"));
  }
}
