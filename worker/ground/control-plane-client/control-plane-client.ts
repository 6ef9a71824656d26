import { Readable } from "node:stream";
import type { Authorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { noteSharedTime, sharedTimeHeader } from "@ferrule/kit/shared-time.ts";
import {
  artifactParts,
  bundle,
  bundleBytesType,
  codeBytesHeader,
  type ArtifactPartText,
  type Bundle,
} from "@ferrule/contract/internal/artifact.ts";
import { changesPage, type ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import { traceHeaders } from "@ferrule/kit/tracing/trace-header.ts";
import { peerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { Pool } from "undici";
import { z } from "zod";
import type { BundleBytes } from "../bundle-bytes.ts";
import { persistentConnector } from "./persistent-connector.ts";

/** The control plane answered, but not with what was requested. `code` is its error code, if it sent one. */
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

export interface ControlPlaneRequest {
  method: "GET" | "POST" | "PUT";
  /** Begins with `/internal/`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  json?: string;
  /** Sent one after the other as application/octet-stream, instead of `body`. */
  bytes?: readonly Uint8Array[];
  /** How many of these bytes are a bundle's code. */
  codeBytes?: number;
  /** Default: JSON. */
  accept?: string;
  signal?: AbortSignal | undefined;
  /** Timeout until the answer begins. */
  timeoutMs?: number;
  /** The control plane holds the request, for at most 20 s, until there is something to answer. */
  held?: boolean;
}

/**
 * The worker's client for the control plane's private listener. Every method rejects with ControlPlaneRefusal for an
 * answer that is not 2xx, and with undici's error when there was no answer.
 */
export interface ControlPlaneClient extends AsyncDisposable {
  /** The parsed JSON of a 2xx answer. Undefined for an empty one. */
  request: (request: ControlPlaneRequest) => Promise<unknown>;
  /**
   * The next page of the feed. The control plane holds the request while there is nothing new. `reading`: it is a
   * further page of a full reading.
   */
  changes: (since: number, epoch: string | null, reading: boolean, signal?: AbortSignal) => Promise<ChangesPage>;
  /** The same, but answered at once even when nothing has changed. */
  changesNow: (since: number, epoch: string | null, signal: AbortSignal) => Promise<ChangesPage>;
  /** The head of an artifact. */
  artifact: (digest: string, signal?: AbortSignal) => Promise<unknown>;
  /** Parts of an artifact by digest, at most `mostArtifactParts`: as many of them as fit into one answer. */
  artifactParts: (digest: string, digests: readonly string[], signal?: AbortSignal) => Promise<ArtifactPartText[]>;
  /** The caller checks its digest. */
  bundle: (digest: string, signal?: AbortSignal) => Promise<BundleBytes>;
  /** Some of these bundles, as many as one message holds. */
  bundles: (digests: readonly string[], signal?: AbortSignal) => Promise<Bundle[]>;
}

export interface ControlPlaneClientOptions {
  /** CONTROL_PLANE_INTERNAL_URL. */
  url: string;
  /** WORKER_API_TOKEN. */
  token: string;
  /** The authorities of its certificate; unset: those that Node knows. */
  authorities?: Authorities | undefined;
  /** A held request whose answer has begun is given up after this silence. */
  heldSilentMs?: number;
}

const bytesAnswer = z.object({ codeBytes: z.number().int(), bytes: z.instanceof(Buffer) });
const bundlesAnswer = z.object({ bundles: z.array(bundle) });

const sentPage = changesPage.extend({ items: z.array(z.looseObject({ key: z.string(), sequence: z.number().int() })) });
const sentItem = changesPage.shape.items.element;

/** Skips kinds of state that this version does not know, because a newer control plane may send them. */
function readPage(sent: unknown): ChangesPage {
  const { items, ...page } = sentPage.parse(sent);
  return { ...page, items: items.flatMap((item) => sentItem.safeParse(item).data ?? []) };
}

/** Until an answer begins that is not held. */
const usualTimeoutMs = 15_000;

/** The headers, with the context of the step that asks, where that is traced. */
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

function changesPath(since: number, epoch: string | null, more: Record<string, string>): string {
  const query = new URLSearchParams({ since: String(since), ...(epoch === null ? {} : { epoch }), ...more });
  return `/internal/changes?${query.toString()}`;
}

type Send = (asked: ControlPlaneRequest, usualMs: number, bodyTimeout?: number) => Promise<unknown>;

/** Sends requests over a pool's connections. Returns the parsed JSON. */
function createSend(pool: Pool, prefix: string, token: string): Send {
  const headersOf = (accept: string) => ["x-worker-token", token, "accept", accept];
  const plainHeaders = headersOf("application/json");
  const jsonHeaders = [...plainHeaders, "content-type", "application/json"];
  const bytesHeaders = [...plainHeaders, "content-type", bundleBytesType, codeBytesHeader];
  const headersFor = ({ bytes, codeBytes = 0, accept }: Partial<ControlPlaneRequest>, isJson: boolean) => {
    if (bytes !== undefined) return [...bytesHeaders, String(codeBytes)];
    if (accept !== undefined) return headersOf(accept);
    return isJson ? jsonHeaders : plainHeaders;
  };
  return async ({ method, path, body, signal, ...asked }, usualMs, bodyTimeout) => {
    const { bytes } = asked;
    const json = asked.json ?? (body === undefined ? null : JSON.stringify(body));
    const headers = headersFor(asked, json !== null);
    const askedAt = Date.now();
    const answer = await pool.request({
      method,
      path: prefix + path,
      headers: withTrace(headers),
      body: bytes === undefined ? json : Readable.from(bytes, { objectMode: false }),
      headersTimeout: asked.timeoutMs ?? usualMs,
      ...(bodyTimeout === undefined ? {} : { bodyTimeout }),
      ...(signal === undefined ? {} : { signal }),
    });
    noteSharedTime(Number(answer.headers[sharedTimeHeader]), askedAt, Date.now());
    if (answer.headers["content-type"] === bundleBytesType) {
      const codeBytes = Number(answer.headers[codeBytesHeader]);
      return { codeBytes, bytes: Buffer.from(await answer.body.arrayBuffer()) };
    }
    const text = await answer.body.text();
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      throw new ControlPlaneRefusal(method, path, answer.statusCode, errorCode(text));
    }
    return text === "" ? undefined : JSON.parse(text);
  };
}

/** A pool of kept-alive connections to the control plane. Nothing is sent before the first request. */
export function createControlPlaneClient(options: ControlPlaneClientOptions): ControlPlaneClient {
  // The control plane begins the answer of a held request after a second, and writes something each second.
  const { heldSilentMs = 5_000 } = options;
  const { origin, pathname } = new URL(options.url);
  const pool = new Pool(origin, {
    connections: 64,
    connect: persistentConnector(
      peerConnector({ url: options.url, token: options.token, authorities: options.authorities, timeoutMs: 3_000 }),
    ),
    keepAliveTimeout: 30_000,
    bodyTimeout: 60_000,
  });
  const send = createSend(pool, pathname.replace(/\/+$/, ""), options.token);
  const request = (asked: ControlPlaneRequest): Promise<unknown> =>
    asked.held === true ? send(asked, heldSilentMs, heldSilentMs) : send(asked, usualTimeoutMs);

  return {
    request,
    async changes(since, epoch, reading, signal) {
      const path = changesPath(since, epoch, reading ? { reading: "1" } : {});
      return readPage(await request({ method: "GET", path, signal, held: true }));
    },
    async changesNow(since, epoch, signal) {
      return readPage(await request({ method: "GET", path: changesPath(since, epoch, { held: "0" }), signal }));
    },
    artifact: (digest, signal) => request({ method: "GET", path: `/internal/artifacts/${digest}`, signal }),
    async artifactParts(digest, digests, signal) {
      const path = `/internal/artifacts/${digest}/parts`;
      return artifactParts.parse(await request({ method: "POST", path, body: { digests }, signal })).parts;
    },
    async bundle(digest, signal) {
      const path = `/internal/bundles/${digest}`;
      const { codeBytes, bytes } = bytesAnswer.parse(
        await request({ method: "GET", path, signal, accept: bundleBytesType }),
      );
      return { digest, code: bytes.subarray(0, codeBytes), sourceMap: bytes.subarray(codeBytes) };
    },
    async bundles(digests, signal) {
      const answer = await request({ method: "POST", path: "/internal/bundles/read", body: { digests }, signal });
      return bundlesAnswer.parse(answer).bundles;
    },
    async [Symbol.asyncDispose]() {
      await pool.destroy();
    },
  };
}
