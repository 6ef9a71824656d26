import type { Authorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { noteSharedTime, sharedTimeHeader } from "@ferrule/kit/shared-time.ts";
import { bundleBytesType, codeBytesHeader, type SentBundle } from "@ferrule/contract/internal/artifact.ts";
import { urlOf, type AnyInput } from "@ferrule/contract/call-operation.ts";
import type { Input } from "@ferrule/contract/client.ts";
import {
  internalRouteNames,
  internalRoutes,
  type InternalRoute,
  type InternalRouteName,
  type InternalRoutes,
} from "@ferrule/contract/internal/routes.ts";
import type { Answer } from "@ferrule/contract/operation.ts";
import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import { traceHeaders } from "@ferrule/kit/tracing/trace-header.ts";
import { peerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { Pool } from "undici";
import { persistentConnector } from "./persistent-connector.ts";

/** Thrown when the control plane refused a request. `code` is its error code, if it sent one. */
export class ControlPlaneRefusal extends Error {
  override name = "ControlPlaneRefusal";
  readonly status: number;
  readonly code: string | null;
  constructor(method: string, path: string, status: number, code: string | null) {
    super(`${method} ${path} was answered ${status}${code === null ? "" : ` (${code})`}.`);
    this.status = status;
    this.code = code;
  }
}

export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Timeout until the response begins; default: 15 s. */
  timeoutMs?: number;
}

/** Routes whose callers already have the JSON text of the body: we send it unchanged. */
type Prepared = "recordExecutions" | "storeDeliveries";
type Ask<N extends InternalRouteName> = AskOptions & (N extends Prepared ? { json: string } : Input<InternalRoutes[N]>);
type Asked = AskOptions & AnyInput & { json?: string };

/**
 * The worker's client for the control plane's private listener: a method for each route of `internalRoutes`, which
 * resolves to the parsed response. Every method rejects with ControlPlaneRefusal for a status other than 2xx, and with
 * undici's error without a response.
 */
export type ControlPlaneClient = AsyncDisposable & {
  [N in InternalRouteName]: (asked: Ask<N>) => Promise<Answer<InternalRoutes[N]>>;
};

export interface ControlPlaneClientOptions {
  /** CONTROL_PLANE_INTERNAL_URL. */
  url: string;
  /** WORKER_API_TOKEN. */
  token: string;
  /** The authorities for its certificate; unset: those that Node knows. */
  authorities?: Authorities | undefined;
  /** If a held request's response has begun, we give it up after this silence. */
  heldSilentMs?: number;
  /** The most connections; default: 64. */
  connections?: number;
}

/** The timeout for the beginning of a response that is not held. */
const usualTimeoutMs = 15_000;

/** The headers, including the context of the current span if the call is traced. */
function withTrace(headers: string[]): string[] {
  const span = currentSpan();
  return span === undefined ? headers : [...headers, ...traceHeaders(span)];
}

function errorCode(text: string): string | null {
  try {
    const code = (JSON.parse(text) as { error?: { code?: unknown } }).error?.code;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

/** Sends requests over a pool's connections. Returns the parsed responses. */
function createSend(
  pool: Pool,
  { url, token, heldSilentMs }: Required<Pick<ControlPlaneClientOptions, "url" | "token" | "heldSilentMs">>,
) {
  const prefix = new URL(url).pathname.replace(/\/+$/, "");
  const plainHeaders = ["x-worker-token", token, "accept", "application/json"];
  const jsonHeaders = [...plainHeaders, "content-type", "application/json"];
  const bytesHeaders = ({ codeBytes }: SentBundle) => [
    ...plainHeaders,
    "content-type",
    bundleBytesType,
    codeBytesHeader,
    String(codeBytes),
  ];
  return async ({ method, path: route, held, response, bytes }: InternalRoute, asked: Asked): Promise<unknown> => {
    const { body, signal, query } = asked;
    const sent = bytes === true && body !== undefined ? (body as SentBundle) : undefined;
    const json = asked.json ?? (body === undefined || sent !== undefined ? null : JSON.stringify(body));
    const path = urlOf("", route, asked);
    const isHeld = held === true && query?.["held"] !== "0";
    const askedAt = Date.now();
    const answer = await pool.request({
      method,
      path: prefix + path,
      headers: withTrace(sent === undefined ? (json === null ? plainHeaders : jsonHeaders) : bytesHeaders(sent)),
      body: sent?.bytes ?? json,
      headersTimeout: asked.timeoutMs ?? (isHeld ? heldSilentMs : usualTimeoutMs),
      ...(isHeld ? { bodyTimeout: heldSilentMs } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    noteSharedTime(Number(answer.headers[sharedTimeHeader]), askedAt, Date.now());
    if (answer.headers["content-type"] === bundleBytesType) {
      const codeBytes = Number(answer.headers[codeBytesHeader]);
      return response?.parse({ codeBytes, bytes: Buffer.from(await answer.body.arrayBuffer()) });
    }
    const text = await answer.body.text();
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      throw new ControlPlaneRefusal(method, path, answer.statusCode, errorCode(text));
    }
    return response?.parse(JSON.parse(text));
  };
}

/** A pool of kept-alive connections to the control plane. Nothing is sent before the first request. */
export function createControlPlaneClient(options: ControlPlaneClientOptions): ControlPlaneClient {
  // The control plane begins a held request's response after a second, and then writes something each second.
  const { url, token, authorities, heldSilentMs = 5_000, connections = 64 } = options;
  const pool = new Pool(new URL(url).origin, {
    connections,
    connect: persistentConnector(peerConnector({ url, token, authorities, timeoutMs: 3_000 })),
    keepAliveTimeout: 30_000,
    bodyTimeout: 60_000,
  });
  const send = createSend(pool, { url, token, heldSilentMs });
  const methods = internalRouteNames.map(
    (name) => [name, (asked: Asked) => send(internalRoutes[name], asked)] as const,
  );
  return Object.assign(Object.fromEntries(methods), {
    [Symbol.asyncDispose]: () => pool.destroy(),
  }) as unknown as ControlPlaneClient;
}
