/**
 * Node's streams and emitters, as the sandbox's stand-ins provide them. Chunks, `this` and listeners' values are `any`,
 * as in Node's own types: code and packages written for those must also type-check here.
 */

declare module "stream" {
  import EventEmitter = require("events");
  interface StreamOptions {
    highWaterMark?: number;
    objectMode?: boolean;
    encoding?: string;
    autoDestroy?: boolean;
    // `any` as in Node's own types: a stream carries values of any type, and `this` is the stream under construction.
    read?(this: any, size: number): void;
    write?(this: any, chunk: any, encoding: string, done: (error?: Error | null) => void): void;
    transform?(this: any, chunk: any, encoding: string, done: (error?: Error | null, data?: any) => void): void;
    flush?(this: any, done: (error?: Error | null, data?: any) => void): void;
    final?(this: any, done: (error?: Error | null) => void): void;
    destroy?(this: any, error: Error | null, done: (error?: Error | null) => void): void;
  }
  class Stream extends EventEmitter {
    pipe<T extends Writable>(to: T, options?: { end?: boolean }): T;
  }
  class Readable extends Stream implements AsyncIterable<any> {
    static from(values: Iterable<any> | AsyncIterable<any>, options?: StreamOptions): Readable;
    constructor(options?: StreamOptions);
    readonly readable: boolean;
    readonly readableEnded: boolean;
    readonly destroyed: boolean;
    read(size?: number): any;
    push(chunk: any, encoding?: string): boolean;
    unshift(chunk: any): void;
    setEncoding(encoding: string): this;
    pause(): this;
    resume(): this;
    isPaused(): boolean;
    unpipe(to?: Writable): this;
    destroy(error?: Error): this;
    toArray(): Promise<any[]>;
    [Symbol.asyncIterator](): AsyncIterator<any>;
  }
  class Writable extends Stream {
    constructor(options?: StreamOptions);
    readonly writable: boolean;
    readonly writableEnded: boolean;
    readonly writableFinished: boolean;
    readonly destroyed: boolean;
    write(chunk: any, encoding?: string, done?: (error?: Error | null) => void): boolean;
    end(chunk?: any, encoding?: string, done?: () => void): this;
    cork(): void;
    uncork(): void;
    destroy(error?: Error): this;
  }
  class Duplex extends Readable {
    readonly writable: boolean;
    readonly writableEnded: boolean;
    readonly writableFinished: boolean;
    write(chunk: any, encoding?: string, done?: (error?: Error | null) => void): boolean;
    end(chunk?: any, encoding?: string, done?: () => void): this;
    cork(): void;
    uncork(): void;
  }
  interface Duplex extends Writable {}
  class Transform extends Duplex {}
  class PassThrough extends Transform {}
  type Part = Readable | Writable | Duplex | AsyncIterable<any> | ((source: any) => any);
  function pipeline(...parts: (Part | ((error?: Error | null) => void))[]): Writable;
  function finished(stream: Stream, done: (error?: Error | null) => void): () => void;
  export { Duplex, PassThrough, Readable, Stream, Transform, Writable, finished, pipeline };
  export default Stream;
}

declare module "stream/promises" {
  import type { Readable, Stream, Writable } from "stream";
  export function pipeline(
    ...parts: (Readable | Writable | AsyncIterable<any> | ((source: any) => any) | { signal: AbortSignal })[]
  ): Promise<void>;
  export function finished(stream: Stream): Promise<void>;
  import * as whole from "stream/promises";
  export default whole;
}

declare module "node:stream" {
  export * from "stream";
  export { default } from "stream";
}

declare module "node:stream/promises" {
  export * from "stream/promises";
  export { default } from "stream/promises";
}

declare module "events" {
  type Listener = (...values: any[]) => void;
  class EventEmitter {
    static defaultMaxListeners: number;
    on(name: string | symbol, listener: Listener): this;
    once(name: string | symbol, listener: Listener): this;
    off(name: string | symbol, listener: Listener): this;
    addListener(name: string | symbol, listener: Listener): this;
    removeListener(name: string | symbol, listener: Listener): this;
    removeAllListeners(name?: string | symbol): this;
    prependListener(name: string | symbol, listener: Listener): this;
    prependOnceListener(name: string | symbol, listener: Listener): this;
    emit(name: string | symbol, ...values: any[]): boolean;
    listeners(name: string | symbol): Listener[];
    rawListeners(name: string | symbol): Listener[];
    listenerCount(name: string | symbol): number;
    eventNames(): (string | symbol)[];
    setMaxListeners(count: number): this;
    getMaxListeners(): number;
  }
  namespace EventEmitter {
    export { EventEmitter };
    export const errorMonitor: unique symbol;
    export function once(emitter: EventEmitter | EventTarget, name: string | symbol): Promise<any[]>;
    export function on(
      emitter: EventEmitter,
      name: string | symbol,
      options?: { signal?: AbortSignal },
    ): AsyncGenerator<any[]>;
    export function listenerCount(emitter: EventEmitter, name: string | symbol): number;
    export function getEventListeners(emitter: EventEmitter, name: string | symbol): Listener[];
    export function setMaxListeners(count?: number, ...emitters: EventEmitter[]): void;
  }
  export = EventEmitter;
}

declare module "node:events" {
  import whole = require("events");
  export = whole;
}
