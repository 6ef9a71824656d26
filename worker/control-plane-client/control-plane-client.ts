import { bundle, type Bundle } from "@ferrule/contract/internal/artifact.ts";
import { changesPage, type ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { Pool } from "undici";
import { z } from "zod";

/** The control plane answered, but not with what was asked for. `code` is its error's code, when it sent one. */
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
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with `/internal/`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  json?: string;
  signal?: AbortSignal | undefined;
  /** Until the answer begins; held requests take 20 s by right. */
  timeoutMs?: number;
}

/**
 * The worker's way to the control plane's private listener. Every method rejects
 * with ControlPlaneRefusal for an answer that is not 2xx, and with undici's error when there was none.
 */
export interface ControlPlaneClient extends AsyncDisposable {
  /** The parsed JSON of a 2xx answer; undefined for an empty one. */
  request: (request: ControlPlaneRequest) => Promise<unknown>;
  /**
   * The next page of the feed; held by the control plane while there is nothing new. `reading`: it is a further page of a
   * reading from the beginning.
   */
  changes: (since: number, epoch: string | null, reading: boolean, signal?: AbortSignal) => Promise<ChangesPage>;
  /** The same, answered at once, also when nothing has changed. */
  changesNow: (since: number, epoch: string | null, signal: AbortSignal) => Promise<ChangesPage>;
  /** The manifest as it was sent, for its digest, and as it was read. */
  /** A manifest as it was sent: whoever asks checks its digest before it is read. */
  artifact: (digest: string, signal?: AbortSignal) => Promise<unknown>;
  bundle: (digest: string, signal?: AbortSignal) => Promise<Bundle>;
  /** Some of these bundles, as many as one message has; none where the control plane is of before. */
  bundles: (digests: readonly string[], signal?: AbortSignal) => Promise<Bundle[]>;
}

export interface ControlPlaneClientOptions {
  /** CONTROL_PLANE_INTERNAL_URL. */
  url: string;
  /** WORKER_API_TOKEN. */
  token: string;
}

const bundlesAnswer = z.object({ bundles: z.array(bundle) });

/** A control plane of before has no such path. */
function noneOfBefore(error: unknown): Bundle[] {
  if (error instanceof ControlPlaneRefusal && error.status === 404) return [];
  throw error;
}

const sentPage = changesPage.extend({ items: z.array(z.looseObject({ key: z.string(), sequence: z.number().int() })) });
const sentItem = changesPage.shape.items.element;

/** A kind of state that this version does not know must not stop what it does know: a newer control plane may send it. */
function readPage(sent: unknown): ChangesPage {
  const { items, ...page } = sentPage.parse(sent);
  return { ...page, items: items.flatMap((item) => sentItem.safeParse(item).data ?? []) };
}

const heldTimeoutMs = 40_000;

function errorCode(text: string): string | null {
  try {
    const code = (JSON.parse(text) as { error?: { code?: unknown } }).error?.code;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

/** One pool of kept-alive connections to the control plane; nothing is sent before the first request. */
export function createControlPlaneClient(options: ControlPlaneClientOptions): ControlPlaneClient {
  const { origin, pathname } = new URL(options.url);
  const prefix = pathname.replace(/\/+$/, "");
  const pool = new Pool(origin, {
    connections: 64,
    connectTimeout: 3_000,
    keepAliveTimeout: 30_000,
    bodyTimeout: 60_000,
  });
  const headers = { "x-worker-token": options.token, accept: "application/json" };
  const jsonHeaders = { ...headers, "content-type": "application/json" };

  async function request(asked: ControlPlaneRequest): Promise<unknown> {
    const { method, path, body, signal, timeoutMs = 15_000 } = asked;
    const json = asked.json ?? (body === undefined ? null : JSON.stringify(body));
    const answer = await pool.request({
      method,
      path: prefix + path,
      headers: json === null ? headers : jsonHeaders,
      body: json,
      headersTimeout: timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await answer.body.text();
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      throw new ControlPlaneRefusal(method, path, answer.statusCode, errorCode(text));
    }
    return text === "" ? undefined : JSON.parse(text);
  }

  return {
    request,
    async changes(since, epoch, reading, signal) {
      const query = new URLSearchParams({
        since: String(since),
        ...(epoch === null ? {} : { epoch }),
        ...(reading ? { reading: "1" } : {}),
      });
      const path = `/internal/changes?${query.toString()}`;
      return readPage(await request({ method: "GET", path, signal, timeoutMs: heldTimeoutMs }));
    },
    async changesNow(since, epoch, signal) {
      const query = new URLSearchParams({ since: String(since), ...(epoch === null ? {} : { epoch }), held: "0" });
      return readPage(await request({ method: "GET", path: `/internal/changes?${query.toString()}`, signal }));
    },
    artifact: (digest, signal) => request({ method: "GET", path: `/internal/artifacts/${digest}`, signal }),
    bundle: async (digest, signal) =>
      bundle.parse(await request({ method: "GET", path: `/internal/bundles/${digest}`, signal })),
    bundles: (digests, signal) =>
      request({ method: "POST", path: "/internal/bundles/read", body: { digests }, signal }).then(
        (answer) => bundlesAnswer.parse(answer).bundles,
        noneOfBefore,
      ),
    async [Symbol.asyncDispose]() {
      await pool.destroy();
    },
  };
}
