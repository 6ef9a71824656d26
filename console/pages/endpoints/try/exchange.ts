import { heldKeys } from "../connect/held-keys.ts";

/** One request and its answer, as sent over the wire. */
export interface Exchange {
  id: number;
  /** `tools/call`, `GET /orders/A-1001`. */
  title: string;
  url: string;
  method: string;
  requestHeaders: readonly (readonly [string, string])[];
  /** Undefined when there is none. */
  requestBody: unknown;
  /** Null when no response arrived. */
  status: number | null;
  responseHeaders: readonly (readonly [string, string])[];
  /** JSON, the JSON of each event of a stream, or text. */
  responseBody: unknown;
  requestId: string | null;
  durationMs: number;
  /** Why no response arrived. */
  failure: string | null;
}

let sent = 0;

const shownHeaders = [
  "content-type",
  "x-request-id",
  "retry-after",
  "www-authenticate",
  "mcp-protocol-version",
  "allow",
];

/** The JSON of each event of a stream (server-sent events). */
export function eventsOf(text: string): unknown[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart())
        .join("\n"),
    )
    .filter((data) => data !== "")
    .map(parsed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function bodyOf(contentType: string, text: string): unknown {
  if (contentType.includes("text/event-stream")) {
    const events = eventsOf(text);
    return events.length === 1 ? events[0] : events;
  }
  return contentType.includes("json") ? parsed(text) : text === "" ? undefined : text;
}

const knownAgainMs = 300;

/** Sends a request. It retries if the refusal may only mean that workers do not know the key yet. */
async function send(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 401 || !heldKeys.isFresh()) return response;
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, knownAgainMs));
  }
}

/**
 * Sends a request as any client does: with the key and without the console's cookies. It never throws: an error becomes
 * part of the exchange.
 */
export async function exchange(
  request: Pick<Exchange, "title" | "url" | "method" | "requestBody"> & {
    headers: Record<string, string>;
    /** The body to send, when it is not `requestBody` as JSON. */
    body?: BodyInit;
  },
  signal?: AbortSignal,
): Promise<Exchange> {
  const { headers, body, ...told } = request;
  sent += 1;
  const began = performance.now();
  const base = { ...told, id: sent, requestHeaders: Object.entries(headers) };
  try {
    const response = await send(request.url, {
      method: request.method,
      headers,
      credentials: "omit",
      ...(request.requestBody === undefined ? {} : { body: body ?? JSON.stringify(request.requestBody) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    return {
      ...base,
      status: response.status,
      responseHeaders: shownHeaders.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
      responseBody: bodyOf(response.headers.get("content-type") ?? "", text),
      requestId: response.headers.get("x-request-id"),
      durationMs: performance.now() - began,
      failure: null,
    };
  } catch (error) {
    return {
      ...base,
      status: null,
      responseHeaders: [],
      responseBody: undefined,
      requestId: null,
      durationMs: performance.now() - began,
      failure: signal?.aborted === true ? "Stopped." : `No response: ${(error as Error).message}`,
    };
  }
}
