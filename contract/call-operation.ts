import { ApiError } from "./api-error.ts";
import { createCookieJar, csrfTokenIn, readDocumentCookie, type CookieSource } from "./cookie-jar.ts";
import type { ErrorBody } from "./errors.ts";
import { isMutation, type Operation } from "./operation.ts";

export interface ClientOptions {
  /** The public origin, without a trailing slash; in a browser '' is the page's own. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Sent with every request, such as `authorization: Bearer fer_pat_…`. */
  headers?: Record<string, string>;
  /** `keep` holds cookies in a jar of this client (Node); otherwise the browser does. */
  cookies?: "keep";
}

/** Options of one call. */
export interface CallOptions {
  /** For example `if-match` or `idempotency-key`. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request goes on after a browser has left the page. */
  keepalive?: boolean;
}

/** The parts of any operation's request. */
export interface AnyInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** The URL of a request: the route's path with its parameters, and the query. */
export function urlOf(baseUrl: string, path: string, { params, query }: AnyInput): string {
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  return `${baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ""}`;
}

/** The link to help that a response has (RFC 8288), as an address of its own. */
function helpOf({ headers, url }: Response): string | undefined {
  const [, to] = /<([^>]*)>\s*;\s*rel="?help"?/.exec(headers.get("link") ?? "") ?? [];
  if (to === undefined || !URL.canParse(to, url)) return to;
  return new URL(to, url).href;
}

/** Reads the error of a response in the one error shape. */
export async function toApiError(response: Response): Promise<ApiError> {
  const fallback: ErrorBody = {
    code: "INTERNAL",
    message: `The server answered ${response.status} without saying why.`,
    requestId: response.headers.get("x-request-id") ?? "",
  };
  const body = (await response.json().catch(() => null)) as { error?: ErrorBody } | null;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  return new ApiError(response.status, body?.error ?? fallback, retryAfterSeconds, helpOf(response));
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.headers.get("content-type")?.startsWith("application/json") === true
    ? response.json()
    : response.text();
}

/** An operation without its schemas. */
type Called = Pick<Operation, "method" | "path">;

/**
 * Makes the function that sends one operation's request and reads its response; `createClient` does this for the whole
 * table. A page that needs only two operations can use it without the table.
 * @throws ApiError for every error response
 */
export function createCaller({ baseUrl, fetch: send = fetch, headers = {}, cookies }: ClientOptions) {
  const jar = cookies === "keep" ? createCookieJar() : null;
  const source: CookieSource = jar ?? readDocumentCookie;

  return async (operation: Called, input: AnyInput): Promise<unknown> => {
    const sent: Record<string, string> = { accept: "application/json, text/plain", ...headers };
    if (jar && jar.header() !== "") sent["cookie"] = jar.header();
    const csrf = isMutation(operation) ? csrfTokenIn(source) : undefined;
    if (csrf !== undefined) sent["x-csrf-token"] = csrf;
    if (input.body !== undefined) sent["content-type"] = "application/json";
    const response = await send(urlOf(baseUrl, operation.path, input), {
      method: operation.method,
      headers: { ...sent, ...input.headers },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive === true ? { keepalive: true } : {}),
    });
    jar?.store(response.headers.getSetCookie());
    if (!response.ok) throw await toApiError(response);
    return readAnswer(response);
  };
}
