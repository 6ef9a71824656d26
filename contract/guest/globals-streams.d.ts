/** The sandbox's part of the streams of https://streams.spec.whatwg.org. */

interface QueuingStrategy<Chunk = unknown> {
  highWaterMark?: number;
  size?: (chunk: Chunk) => number;
}
declare const ByteLengthQueuingStrategy: {
  new (init: { highWaterMark: number }): QueuingStrategy<ArrayBufferView>;
};
declare const CountQueuingStrategy: { new (init: { highWaterMark: number }): QueuingStrategy };

interface ReadableStreamDefaultController<Chunk> {
  readonly desiredSize: number | null;
  close(): void;
  enqueue(chunk?: Chunk): void;
  error(reason?: unknown): void;
}
interface UnderlyingSource<Chunk> {
  start?: (controller: ReadableStreamDefaultController<Chunk>) => unknown;
  pull?: (controller: ReadableStreamDefaultController<Chunk>) => void | PromiseLike<void>;
  cancel?: (reason?: unknown) => void | PromiseLike<void>;
  type?: undefined;
}
interface UnderlyingByteSource {
  start?: (controller: ReadableStreamDefaultController<ArrayBufferView>) => unknown;
  pull?: (controller: ReadableStreamDefaultController<ArrayBufferView>) => void | PromiseLike<void>;
  cancel?: (reason?: unknown) => void | PromiseLike<void>;
  type: "bytes";
  autoAllocateChunkSize?: number;
}
type ReadableStreamReadResult<Chunk> = { done: false; value: Chunk } | { done: true; value: Chunk | undefined };
interface ReadableStreamDefaultReader<Chunk> {
  readonly closed: Promise<void>;
  cancel(reason?: unknown): Promise<void>;
  read(): Promise<ReadableStreamReadResult<Chunk>>;
  releaseLock(): void;
}
interface ReadableStreamBYOBReader {
  readonly closed: Promise<void>;
  cancel(reason?: unknown): Promise<void>;
  read<View extends ArrayBufferView>(view: View, options?: { min?: number }): Promise<ReadableStreamReadResult<View>>;
  releaseLock(): void;
}
interface StreamPipeOptions {
  preventAbort?: boolean;
  preventCancel?: boolean;
  preventClose?: boolean;
  signal?: AbortSignal;
}
// oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types
interface ReadableStream<Chunk = any> extends AsyncIterable<Chunk> {
  readonly locked: boolean;
  cancel(reason?: unknown): Promise<void>;
  getReader(): ReadableStreamDefaultReader<Chunk>;
  /** For a stream of bytes: reads into your own buffers. */
  getReader(options: { mode: "byob" }): ReadableStreamBYOBReader;
  pipeThrough<Out>(
    transform: { readable: ReadableStream<Out>; writable: WritableStream<Chunk> },
    options?: StreamPipeOptions,
  ): ReadableStream<Out>;
  pipeTo(destination: WritableStream<Chunk>, options?: StreamPipeOptions): Promise<void>;
  tee(): [ReadableStream<Chunk>, ReadableStream<Chunk>];
  values(options?: { preventCancel?: boolean }): AsyncIterableIterator<Chunk>;
}
declare const ReadableStream: {
  prototype: ReadableStream;
  new (source: UnderlyingByteSource, strategy?: { highWaterMark?: number }): ReadableStream<Uint8Array<ArrayBuffer>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types
  new <Chunk = any>(source?: UnderlyingSource<Chunk>, strategy?: QueuingStrategy<Chunk>): ReadableStream<Chunk>;
  from<Chunk>(source: Iterable<Chunk> | AsyncIterable<Chunk>): ReadableStream<Chunk>;
};

interface WritableStreamDefaultController {
  readonly signal: AbortSignal;
  error(reason?: unknown): void;
}
interface UnderlyingSink<Chunk> {
  start?: (controller: WritableStreamDefaultController) => unknown;
  write?: (chunk: Chunk, controller: WritableStreamDefaultController) => void | PromiseLike<void>;
  close?: () => void | PromiseLike<void>;
  abort?: (reason?: unknown) => void | PromiseLike<void>;
}
interface WritableStreamDefaultWriter<Chunk> {
  readonly closed: Promise<void>;
  readonly desiredSize: number | null;
  readonly ready: Promise<void>;
  abort(reason?: unknown): Promise<void>;
  close(): Promise<void>;
  releaseLock(): void;
  write(chunk?: Chunk): Promise<void>;
}
// oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types
interface WritableStream<Chunk = any> {
  readonly locked: boolean;
  abort(reason?: unknown): Promise<void>;
  close(): Promise<void>;
  getWriter(): WritableStreamDefaultWriter<Chunk>;
}
declare const WritableStream: {
  prototype: WritableStream;
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types
  new <Chunk = any>(sink?: UnderlyingSink<Chunk>, strategy?: QueuingStrategy<Chunk>): WritableStream<Chunk>;
};

interface TransformStreamDefaultController<Out> {
  readonly desiredSize: number | null;
  enqueue(chunk?: Out): void;
  error(reason?: unknown): void;
  terminate(): void;
}
interface Transformer<In, Out> {
  start?: (controller: TransformStreamDefaultController<Out>) => unknown;
  transform?: (chunk: In, controller: TransformStreamDefaultController<Out>) => void | PromiseLike<void>;
  flush?: (controller: TransformStreamDefaultController<Out>) => void | PromiseLike<void>;
}
// oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types
interface TransformStream<In = any, Out = any> {
  readonly readable: ReadableStream<Out>;
  readonly writable: WritableStream<In>;
}
declare const TransformStream: {
  prototype: TransformStream;
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types
  new <In = any, Out = any>(
    transformer?: Transformer<In, Out>,
    writableStrategy?: QueuingStrategy<In>,
    readableStrategy?: QueuingStrategy<Out>,
  ): TransformStream<In, Out>;
};

type CompressionFormat = "deflate" | "deflate-raw" | "gzip";
interface CompressionStream {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<BufferSource>;
}
declare const CompressionStream: { prototype: CompressionStream; new (format: CompressionFormat): CompressionStream };
interface DecompressionStream {
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<BufferSource>;
}
declare const DecompressionStream: {
  prototype: DecompressionStream;
  new (format: CompressionFormat): DecompressionStream;
};

interface TextEncoderStream {
  readonly encoding: "utf-8";
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<string>;
}
declare const TextEncoderStream: { prototype: TextEncoderStream; new (): TextEncoderStream };

interface TextDecoderStream {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<BufferSource>;
}
declare const TextDecoderStream: {
  prototype: TextDecoderStream;
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoderStream;
};
