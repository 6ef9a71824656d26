import { ownJson } from "../../frame-json.ts";
import { platformError } from "../../function-error.ts";
import { limits } from "../../limits.ts";
import { request, type HostRequest } from "../../requests.ts";
import { whenAborted, type AbortSignal } from "../events/abort.ts";
import { headerPairs } from "./headers.ts";
import { Request, type RequestInit } from "./request.ts";
import { receivedResponse, type Response } from "./response.ts";
import { ReadableStream, type ByteStream } from "../streams/streams.ts";

let made = 0;

/** Resets the count of requests: each call may make 50. */
export function resetFetches(): void {
  made = 0;
}

/**
 * https://fetch.spec.whatwg.org/#fetch-method. The worker decides which hosts may be reached, and buffers unread data.
 */
export async function fetch(input: unknown, init: RequestInit | undefined = undefined): Promise<Response> {
  const wanted = new Request(input, init);
  const { signal } = wanted;
  signal.throwIfAborted();
  if (++made > limits.fetches) {
    throw platformError("LIMIT_EXCEEDED", `A call may make ${limits.fetches} outbound requests.`);
  }
  const body = wanted.body === null ? undefined : await wanted.bytes();
  signal.throwIfAborted();
  if (body !== undefined && body.byteLength > limits.requestBytes) {
    throw platformError("LIMIT_EXCEEDED", `A request body may have ${limits.requestBytes} bytes.`);
  }
  const { answer, drop } = request(
    "fetch",
    ownJson({
      url: wanted.url,
      method: wanted.method,
      headers: headerPairs(wanted.headers),
      redirect: wanted.redirect,
      hasBody: body !== undefined,
    }),
    body,
  );
  const forget = whenAborted(signal, () => drop(signal.reason));
  try {
    const { value, bytes } = await answer;
    const head = value as Parameters<typeof receivedResponse>[0] & { hasBody: boolean; body: number | null };
    if (head.body === null || !head.hasBody)
      return receivedResponse(head, head.hasBody ? { bytes, stream: undefined, type: undefined } : null);
    const stream = restOf(head.body, bytes, signal);
    return receivedResponse(head, { bytes: undefined, stream, type: undefined });
  } finally {
    forget();
  }
}

/** A body whose rest the platform holds. It is read on demand, and dropped when nobody wants it. */
function restOf(body: number, first: Uint8Array, signal: AbortSignal): ByteStream {
  let ahead: Uint8Array | undefined = first.byteLength > 0 ? first : undefined;
  let reading: HostRequest | undefined;
  let forget = () => undefined as void;
  const giveUp = () => {
    forget();
    request("fetch.cancel", ownJson({ body })).answer.catch(() => undefined);
  };
  return new ReadableStream(
    {
      type: "bytes",
      start: (controller) => {
        forget = whenAborted(signal, () => {
          controller.error(signal.reason);
          reading?.drop(signal.reason);
          giveUp();
        });
      },
      pull: async (controller) => {
        if (ahead !== undefined) {
          controller.enqueue(ahead);
          ahead = undefined;
          return;
        }
        reading = request("fetch.read", ownJson({ body }));
        const { value, bytes } = await reading.answer;
        reading = undefined;
        if (signal.aborted) return;
        if (bytes.byteLength > 0) return controller.enqueue(bytes);
        if ((value as { done: boolean }).done) {
          forget();
          controller.close();
          controller.byobRequest?.respond(0);
        }
      },
      cancel: giveUp,
    },
    { highWaterMark: 0 },
  );
}
