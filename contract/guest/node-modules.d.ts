/**
 * Modules of Node that have a stand-in in the sandbox: plain JavaScript, in the bundle only if it is imported. Each
 * also has the name `node:<name>`. Modules for files, sockets or processes do not exist.
 */

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
  // `any` as in Node's own types: functions of any shape go in and come out unchanged.
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

declare module "node:assert" {
  import whole = require("assert");
  export = whole;
}
declare module "node:assert/strict" {
  import whole = require("assert/strict");
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
declare module "node:punycode" {
  export * from "punycode";
  export { default } from "punycode";
}
declare module "node:querystring" {
  export * from "querystring";
  export { default } from "querystring";
}
declare module "node:url" {
  export * from "url";
  export { default } from "url";
}
declare module "node:util" {
  export * from "util";
  export { default } from "util";
}
