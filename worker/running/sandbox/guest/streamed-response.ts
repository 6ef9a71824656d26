import { cleanedUp } from "./cleaned-up.ts";
import { jsonStringify, StringOf, TypeErrorCtor } from "./primordials.ts";
import { utf8 } from "./web/encoding.ts";
import { bytesIn } from "./web/bytes.ts";
import { Headers, type HeadersInit } from "./web/fetch/headers.ts";
import { Response } from "./web/fetch/response.ts";
import { ReadableStream } from "./web/streams/streams.ts";

type Chunks = AsyncIterable<unknown> | Iterable<unknown>;

export interface StreamInit {
  status?: number;
  headers?: HeadersInit;
}

function iteratorOf(chunks: Chunks): AsyncIterator<unknown> | Iterator<unknown> {
  const given = chunks as Partial<AsyncIterable<unknown> & Iterable<unknown>> | null | undefined;
  const iterator = given?.[Symbol.asyncIterator]?.() ?? given?.[Symbol.iterator]?.();
  if (iterator === undefined) throw new TypeErrorCtor("A stream is made of something that can be iterated over.");
  return iterator;
}

/**
 * A response whose body comes from an iterator, which is read when there is room. Cancelling the body ends the
 * iterator.
 */
function responseOf(chunks: Chunks, encode: (chunk: unknown) => Uint8Array, init: StreamInit, type: string): Response {
  const iterator = iteratorOf(chunks);
  const headers = new Headers(init.headers);
  if (!headers.has("content-type")) headers.set("content-type", type);
  const body = new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await iterator.next();
        if (done === true) return controller.close();
        let bytes: Uint8Array;
        try {
          bytes = encode(value);
        } catch (error) {
          // A failed stream is not cancelled, so the source of the chunks would not learn of it.
          await cleanedUp(() => iterator.return?.());
          throw error;
        }
        // We skip empty chunks, because a consumer that waits for bytes would not ask again after one.
        controller.enqueue(bytes);
      },
      cancel: async () => void (await iterator.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: init.status ?? 200, headers });
}

function chunkBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return utf8(chunk);
  const bytes = bytesIn(chunk);
  if (bytes === undefined) throw new TypeErrorCtor("A chunk of a stream is a string or bytes.");
  return bytes;
}

const field = (name: string, value: unknown): string => {
  const text = StringOf(value);
  if (/[\r\n\0]/.test(text)) throw new TypeErrorCtor(`The ${name} of an event is one line.`);
  return `${name}: ${text}\n`;
};

const dataLines = (data: unknown): string => {
  const text = typeof data === "string" ? data : (jsonStringify(data) ?? "null");
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join("");
};

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function eventBytes(given: unknown): Uint8Array {
  if (typeof given !== "object" || given === null || !("data" in given)) return utf8(`${dataLines(given)}\n`);
  const { event, id, retry, data } = given as Record<string, unknown>;
  const head =
    (event === undefined ? "" : field("event", event)) +
    (id === undefined ? "" : field("id", id)) +
    (retry === undefined ? "" : field("retry", retry));
  return utf8(`${head}${dataLines(data)}\n`);
}

/** `ctx.http.stream` */
export const streamOfChunks = (chunks: Chunks, init: StreamInit = {}): Response =>
  responseOf(chunks, chunkBytes, init, "application/octet-stream");

/** `ctx.http.events` */
export const streamOfEvents = (events: Chunks, init: StreamInit = {}): Response =>
  responseOf(events, eventBytes, init, "text/event-stream");
