/**
 * Modules of Node that have a stand-in in the sandbox: plain JavaScript, part of the bundle only where it is imported. Each is
 * also there as `node:<name>`. What needs files, sockets or processes is not.
 */

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

declare module "buffer" {
  export type BufferEncoding =
    | "ascii"
    | "base64"
    | "base64url"
    | "binary"
    | "hex"
    | "latin1"
    | "ucs2"
    | "utf8"
    | "utf-8"
    | "utf16le";
  type Bytes = Uint8Array | ArrayBuffer | readonly number[];
  export class Buffer extends Uint8Array<ArrayBuffer> {
    static from(data: string, encoding?: BufferEncoding): Buffer;
    static from(data: Bytes | Iterable<number>): Buffer;
    static from(data: ArrayBuffer, byteOffset: number, length?: number): Buffer;
    static of(...bytes: number[]): Buffer;
    static alloc(size: number, fill?: string | number | Uint8Array, encoding?: BufferEncoding): Buffer;
    static allocUnsafe(size: number): Buffer;
    static concat(list: readonly Uint8Array[], totalLength?: number): Buffer;
    static compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1;
    static isBuffer(value: unknown): value is Buffer;
    static isEncoding(encoding: string): encoding is BufferEncoding;
    static byteLength(data: string | ArrayBuffer | ArrayBufferView, encoding?: BufferEncoding): number;
    toString(encoding?: BufferEncoding, start?: number, end?: number): string;
    toJSON(): { type: "Buffer"; data: number[] };
    equals(other: Uint8Array): boolean;
    compare(other: Uint8Array): -1 | 0 | 1;
    copy(target: Uint8Array, targetStart?: number, start?: number, end?: number): number;
    write(text: string, encoding?: BufferEncoding): number;
    write(text: string, offset: number, encoding?: BufferEncoding): number;
    slice(start?: number, end?: number): Buffer;
    subarray(start?: number, end?: number): Buffer;
    readUInt8(offset?: number): number;
    readUInt16BE(offset?: number): number;
    readUInt16LE(offset?: number): number;
    readUInt32BE(offset?: number): number;
    readUInt32LE(offset?: number): number;
    readInt32BE(offset?: number): number;
    readInt32LE(offset?: number): number;
    readUIntBE(offset: number, byteLength: number): number;
    readBigUInt64BE(offset?: number): bigint;
    readDoubleBE(offset?: number): number;
    writeUInt8(value: number, offset?: number): number;
    writeUInt16BE(value: number, offset?: number): number;
    writeUInt16LE(value: number, offset?: number): number;
    writeUInt32BE(value: number, offset?: number): number;
    writeUInt32LE(value: number, offset?: number): number;
    writeInt32BE(value: number, offset?: number): number;
    writeInt32LE(value: number, offset?: number): number;
    writeBigUInt64BE(value: bigint, offset?: number): number;
  }
  export const kMaxLength: number;
  export const constants: { MAX_LENGTH: number; MAX_STRING_LENGTH: number };
  export function isUtf8(bytes: Uint8Array): boolean;
  import * as whole from "buffer";
  export default whole;
}

declare module "string_decoder" {
  export class StringDecoder {
    constructor(encoding?: string);
    write(bytes: Uint8Array): string;
    end(bytes?: Uint8Array): string;
  }
  import * as whole from "string_decoder";
  export default whole;
}

declare module "querystring" {
  export type ParsedUrlQuery = Record<string, string | string[] | undefined>;
  export function parse(text: string, separator?: string, equals?: string): ParsedUrlQuery;
  export function stringify(values?: Record<string, unknown>, separator?: string, equals?: string): string;
  export { parse as decode, stringify as encode };
  export function escape(text: string): string;
  export function unescape(text: string): string;
  import * as whole from "querystring";
  export default whole;
}

declare module "punycode" {
  export function decode(text: string): string;
  export function encode(text: string): string;
  export function toASCII(domain: string): string;
  export function toUnicode(domain: string): string;
  import * as whole from "punycode";
  export default whole;
}

declare module "path" {
  interface ParsedPath {
    root: string;
    dir: string;
    base: string;
    ext: string;
    name: string;
  }
  const path: {
    sep: "/";
    delimiter: ":";
    posix: typeof path;
    basename(path: string, suffix?: string): string;
    dirname(path: string): string;
    extname(path: string): string;
    format(path: Partial<ParsedPath>): string;
    isAbsolute(path: string): boolean;
    join(...parts: string[]): string;
    normalize(path: string): string;
    parse(path: string): ParsedPath;
    relative(from: string, to: string): string;
    resolve(...parts: string[]): string;
  };
  export = path;
}

declare module "url" {
  const Url: typeof URL;
  const Params: typeof URLSearchParams;
  export { Url as URL, Params as URLSearchParams };
  export interface UrlWithStringQuery {
    protocol: string | null;
    auth: string | null;
    host: string | null;
    hostname: string | null;
    port: string | null;
    pathname: string | null;
    search: string | null;
    query: string | null;
    hash: string | null;
    href: string;
  }
  export function parse(url: string): UrlWithStringQuery;
  export function format(url: URL | Partial<UrlWithStringQuery>): string;
  export function resolve(from: string, to: string): string;
  export function domainToASCII(domain: string): string;
  export function domainToUnicode(domain: string): string;
  export function fileURLToPath(url: string | URL): string;
  export function pathToFileURL(path: string): URL;
  import * as whole from "url";
  export default whole;
}

declare module "util" {
  export interface InspectOptions {
    depth?: number | null;
    showHidden?: boolean;
    compact?: boolean | number;
  }
  export function format(text?: unknown, ...values: unknown[]): string;
  export function inspect(value: unknown, options?: InspectOptions): string;
  export function inherits(constructor: unknown, parent: unknown): void;
  export function deprecate<F extends (...values: any[]) => any>(call: F, message: string, code?: string): F;
  export function promisify<A extends unknown[], T>(
    call: (...values: [...A, (error: any, value: T) => void]) => void,
  ): (...values: A) => Promise<T>;
  export function promisify(call: (...values: any[]) => void): (...values: any[]) => Promise<any>;
  export function callbackify<A extends unknown[], T>(
    call: (...values: A) => Promise<T>,
  ): (...values: [...A, (error: unknown, value: T) => void]) => void;
  export function isDeepStrictEqual(a: unknown, b: unknown): boolean;
  export function stripVTControlCharacters(text: string): string;
  export function toUSVString(text: string): string;
  export const types: Record<string, (value: unknown) => boolean>;
  const Encoder: typeof TextEncoder;
  const Decoder: typeof TextDecoder;
  export { Encoder as TextEncoder, Decoder as TextDecoder };
  import * as whole from "util";
  export default whole;
}

declare module "assert" {
  function assert(value: unknown, message?: string | Error): asserts value;
  namespace assert {
    class AssertionError extends Error {
      actual: unknown;
      expected: unknown;
      operator: string;
      constructor(options: { message?: string; actual?: unknown; expected?: unknown; operator?: string });
    }
    function ok(value: unknown, message?: string | Error): asserts value;
    function fail(message?: string | Error): never;
    function equal(actual: unknown, expected: unknown, message?: string | Error): void;
    function notEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    function strictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T;
    function notStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    function deepEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    function deepStrictEqual<T>(actual: unknown, expected: T, message?: string | Error): asserts actual is T;
    function notDeepStrictEqual(actual: unknown, expected: unknown, message?: string | Error): void;
    function match(text: string, pattern: RegExp, message?: string | Error): void;
    function throws(call: () => unknown, expected?: unknown, message?: string | Error): void;
    function doesNotThrow(call: () => unknown, message?: string | Error): void;
    function rejects(call: Promise<unknown> | (() => Promise<unknown>), expected?: unknown): Promise<void>;
    const strict: typeof assert;
  }
  export = assert;
}

declare module "assert/strict" {
  import assert = require("assert");
  export = assert;
}

declare module "stream" {
  import EventEmitter = require("events");
  interface StreamOptions {
    highWaterMark?: number;
    objectMode?: boolean;
    encoding?: string;
    autoDestroy?: boolean;
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

declare module "crypto" {
  import { Buffer, type BufferEncoding } from "buffer";
  type Data = string | Uint8Array | ArrayBuffer | KeyObject;
  type Key = string | Uint8Array | KeyObject | { key: unknown; format?: string; type?: string; [option: string]: unknown };
  type Encoding = BufferEncoding;
  interface Digest {
    update(data: Data, encoding?: Encoding): this;
    digest(): Buffer;
    digest(encoding: Encoding): string;
  }
  export interface Hash extends Digest {
    copy(): Hash;
  }
  export interface Hmac extends Digest {}
  export class KeyObject {
    readonly type: "secret" | "private" | "public";
    readonly asymmetricKeyType?: string;
    export(): Buffer;
  }
  export interface Cipher {
    update(data: Data, from?: Encoding): Buffer;
    update(data: Data, from: Encoding | undefined, to: Encoding): string;
    final(): Buffer;
    final(encoding: Encoding): string;
    setAAD(data: Uint8Array): this;
    setAutoPadding(padding?: boolean): this;
    setAuthTag(tag: Uint8Array): this;
    getAuthTag(): Buffer;
  }
  export function createHash(name: string): Hash;
  export function createHmac(name: string, key: Data): Hmac;
  export function createCipheriv(name: string, key: Data, iv: Data | null): Cipher;
  export function createDecipheriv(name: string, key: Data, iv: Data | null): Cipher;
  export function createPrivateKey(key: Key): KeyObject;
  export function createPublicKey(key: Key): KeyObject;
  export function createSecretKey(key: Data, encoding?: Encoding): KeyObject;
  export function createSign(name: string): {
    update(data: Data): { sign(key: Key): Buffer; sign(key: Key, encoding: Encoding): string };
    sign(key: Key): Buffer;
    sign(key: Key, encoding: Encoding): string;
  };
  export function createVerify(name: string): {
    update(data: Data): { verify(key: Key, signature: Data, encoding?: Encoding): boolean };
    verify(key: Key, signature: Data, encoding?: Encoding): boolean;
  };
  export function sign(name: string | null, data: Data, key: Key): Buffer;
  export function verify(name: string | null, data: Data, key: Key, signature: Data): boolean;
  export function getHashes(): string[];
  export function getCiphers(): string[];
  export function hkdfSync(name: string, key: Data, salt: Data, info: Data, length: number): ArrayBuffer;
  export function pbkdf2Sync(password: Data, salt: Data, iterations: number, length: number, name: string): Buffer;
  export function scryptSync(
    password: Data,
    salt: Data,
    length: number,
    options?: { N?: number; r?: number; p?: number; maxmem?: number },
  ): Buffer;
  export function randomBytes(size: number): Buffer;
  export function randomInt(max: number): number;
  export function randomInt(min: number, max: number): number;
  export function randomUUID(): string;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
  const subtle: typeof globalThis.crypto.subtle;
  const webcrypto: typeof globalThis.crypto;
  export { subtle, webcrypto };
  import * as whole from "crypto";
  export default whole;
}

declare module "node:assert" {
  import whole = require("assert");
  export = whole;
}
declare module "node:assert/strict" {
  import whole = require("assert/strict");
  export = whole;
}
declare module "node:events" {
  import whole = require("events");
  export = whole;
}
declare module "node:path" {
  import whole = require("path");
  export = whole;
}
declare module "path/posix" {
  import whole = require("path");
  export = whole;
}
declare module "node:path/posix" {
  import whole = require("path");
  export = whole;
}
declare module "node:buffer" {
  export * from "buffer";
  export { default } from "buffer";
}
declare module "node:crypto" {
  export * from "crypto";
  export { default } from "crypto";
}
declare module "node:punycode" {
  export * from "punycode";
  export { default } from "punycode";
}
declare module "node:querystring" {
  export * from "querystring";
  export { default } from "querystring";
}
declare module "node:stream" {
  export * from "stream";
  export { default } from "stream";
}
declare module "node:stream/promises" {
  export * from "stream/promises";
  export { default } from "stream/promises";
}
declare module "node:string_decoder" {
  export * from "string_decoder";
  export { default } from "string_decoder";
}
declare module "node:url" {
  export * from "url";
  export { default } from "url";
}
declare module "node:util" {
  export * from "util";
  export { default } from "util";
}
