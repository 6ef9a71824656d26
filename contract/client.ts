import type { ErrorBody } from "./errors.ts";
import { isMutation, type Answer, type Given, type Operation } from "./operation.ts";
import { operationNames, operations, type OperationName, type Operations } from "./operations.ts";
import { createCookieJar, readDocumentCookie, type CookieSource } from "./cookie-jar.ts";

/** An answer of the API that is no success: its status and the fields of the one error shape. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: Record<string, unknown> | undefined;
  /** From `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.requestId = body.requestId;
    this.details = body.details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ClientOptions {
  /** The public origin, without a trailing slash; in a browser '' is the page's own. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Sent with every request, such as `authorization: Bearer fer_pat_…`. */
  headers?: Record<string, string>;
  /** `keep` holds cookies in a jar of this client (Node); otherwise the browser does. */
  cookies?: "keep";
}

/** What one call may add to its request. */
export interface CallOptions {
  /** For example `if-match` or `idempotency-key`. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : undefined extends T
      ? { [K in Name]?: T }
      : { [K in Name]: T };

/** What a call takes: each of `params`, `query` and `body` where the operation has it; optional where it may be empty. */
export type Input<O extends Operation> = Part<"params", Given<O>["params"]> &
  Part<"query", Given<O>["query"]> &
  Part<"body", Given<O>["body"]>;

type Call<O extends Operation> =
  Record<string, never> extends Input<O>
    ? (input?: Input<O> & CallOptions) => Promise<Answer<O>>
    : (input: Input<O> & CallOptions) => Promise<Answer<O>>;

/** A function an operation, named as in the operation table. */
export type Client = { [K in OperationName]: Call<Operations[K]> };

interface AnyInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

function urlOf(baseUrl: string, path: string, { params, query }: AnyInput): string {
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return `${baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
}

const csrfFrom = (cookies: CookieSource) => cookies.get("__Host-ferrule_csrf") ?? cookies.get("ferrule_csrf");

async function toApiError(response: Response): Promise<ApiError> {
  const fallback: ErrorBody = {
    code: "INTERNAL",
    message: `The server answered ${response.status} without saying why.`,
    requestId: response.headers.get("x-request-id") ?? "",
  };
  const body = (await response.json().catch(() => null)) as { error?: ErrorBody } | null;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new ApiError(response.status, body?.error ?? fallback, Number.isFinite(retryAfter) ? retryAfter : undefined);
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.headers.get("content-type")?.startsWith("application/json") === true
    ? response.json()
    : response.text();
}

/**
 * A client of the management API, typed by the operation table: `client.getFunction({ params: { functionId } })` answers
 * the body. Mutations carry the CSRF token out of its cookie. Runs in browsers and in Node.
 * @throws ApiError for every answer that is no success
 */
export function createClient({ baseUrl, fetch: send = fetch, headers = {}, cookies }: ClientOptions): Client {
  const jar = cookies === "keep" ? createCookieJar() : null;
  const source: CookieSource = jar ?? readDocumentCookie;

  async function call(operation: Operation, input: AnyInput): Promise<unknown> {
    const sent: Record<string, string> = { accept: "application/json, text/plain", ...headers };
    if (jar && jar.header() !== "") sent["cookie"] = jar.header();
    const csrf = isMutation(operation) ? csrfFrom(source) : undefined;
    if (csrf !== undefined) sent["x-csrf-token"] = csrf;
    if (input.body !== undefined) sent["content-type"] = "application/json";
    const response = await send(urlOf(baseUrl, operation.path, input), {
      method: operation.method,
      headers: { ...sent, ...input.headers },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
    jar?.store(response.headers.getSetCookie());
    if (!response.ok) throw await toApiError(response);
    return readAnswer(response);
  }

  const calls = operationNames.map((name) => [name, (input: AnyInput = {}) => call(operations[name], input)] as const);
  return Object.fromEntries(calls) as unknown as Client;
}
