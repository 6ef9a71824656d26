import * as polyfill from "web-streams-polyfill";

/** The part of a stream that the platform's own code needs. */
export interface ByteStream {
  readonly locked: boolean;
  getReader: () => {
    read: () => Promise<{ done: boolean; value?: unknown }>;
    releaseLock: () => void;
    cancel: (reason?: unknown) => Promise<void>;
  };
  tee: () => [ByteStream, ByteStream];
  cancel: (reason?: unknown) => Promise<void>;
}

export interface TransformController {
  enqueue: (chunk: unknown) => void;
}

interface ByteController extends TransformController {
  close: () => void;
  error: (reason: unknown) => void;
  readonly byobRequest: { respond: (bytes: number) => void } | null;
}
interface ByteSource {
  type?: "bytes";
  start?: (controller: ByteController) => void;
  pull?: (controller: ByteController) => void | Promise<void>;
  cancel?: (reason: unknown) => void | Promise<void>;
}

export const ReadableStream = polyfill.ReadableStream as unknown as new (
  source?: ByteSource,
  strategy?: { highWaterMark: number },
) => ByteStream;

export const isReadableStream = (value: unknown): value is ByteStream => value instanceof ReadableStream;

/** Whether a stream was read or cancelled. The polyfill stores that in the standard's slot. */
export const isDisturbed = (stream: ByteStream): boolean =>
  (stream as unknown as { _disturbed: boolean })._disturbed === true;

const { TransformStream } = polyfill;

/** https://streams.spec.whatwg.org */
export const streamGlobals = {
  ReadableStream,
  ReadableStreamDefaultReader: polyfill.ReadableStreamDefaultReader,
  ReadableStreamBYOBReader: polyfill.ReadableStreamBYOBReader,
  ReadableStreamDefaultController: polyfill.ReadableStreamDefaultController,
  ReadableByteStreamController: polyfill.ReadableByteStreamController,
  ReadableStreamBYOBRequest: polyfill.ReadableStreamBYOBRequest,
  WritableStream: polyfill.WritableStream,
  WritableStreamDefaultWriter: polyfill.WritableStreamDefaultWriter,
  WritableStreamDefaultController: polyfill.WritableStreamDefaultController,
  TransformStream,
  TransformStreamDefaultController: polyfill.TransformStreamDefaultController,
  ByteLengthQueuingStrategy: polyfill.ByteLengthQueuingStrategy,
  CountQueuingStrategy: polyfill.CountQueuingStrategy,
};
