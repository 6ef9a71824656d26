/**
 * The sandbox's globals besides the language's own: the WinterTC minimum common API
 * (https://min-common-api.proposal.wintertc.org), as far as it makes sense without a network. URL and fetch are in
 * globals-fetch.d.ts, streams in globals-streams.d.ts, `crypto` in globals-crypto.d.ts.
 */

interface Console {
  debug(...data: unknown[]): void;
  log(...data: unknown[]): void;
  info(...data: unknown[]): void;
  warn(...data: unknown[]): void;
  error(...data: unknown[]): void;
  trace(...data: unknown[]): void;
  assert(condition: unknown, ...data: unknown[]): void;
  dir(value: unknown): void;
  table(value: unknown): void;
  group(...data: unknown[]): void;
  groupCollapsed(...data: unknown[]): void;
  groupEnd(): void;
  count(label?: string): void;
  countReset(label?: string): void;
  time(label?: string): void;
  timeLog(label?: string): void;
  timeEnd(label?: string): void;
}
/** Writes to the execution's log, as `ctx.log` does. */
declare const console: Console;

declare const self: typeof globalThis;

/** Calls `handler` once after `delayMs`; timers end with the call that started them. */
declare function setTimeout(handler: (...args: never[]) => void, delayMs?: number, ...args: unknown[]): number;
declare function clearTimeout(id?: number): void;
declare function setInterval(handler: (...args: never[]) => void, intervalMs?: number, ...args: unknown[]): number;
declare function clearInterval(id?: number): void;
declare function queueMicrotask(callback: () => void): void;
declare function structuredClone<Value>(value: Value, options?: { transfer?: (ArrayBuffer | MessagePort)[] }): Value;
/** Reports an error to `onerror`, and to the execution's log unless `onerror` returns `true`. */
declare function reportError(error: unknown): void;
/** Receives errors of listeners and of `reportError`. */
declare let onerror:
  | ((message: string, source: string, line: number, column: number, error: unknown) => unknown)
  | null;

interface Navigator {
  /** `"Ferrule"`. */
  readonly userAgent: string;
}
declare const Navigator: { prototype: Navigator };
declare const navigator: Navigator;
/** Decodes Base64 to a string of bytes. */
declare function atob(data: string): string;
/** Encodes a string of bytes as Base64. */
declare function btoa(data: string): string;

interface Performance extends EventTarget {
  /** Whole milliseconds since `timeOrigin`. */
  now(): number;
  readonly timeOrigin: number;
  toJSON(): { timeOrigin: number };
}
declare const Performance: { prototype: Performance };
declare const performance: Performance;

interface DOMException extends Error {
  readonly code: number;
}
declare const DOMException: {
  prototype: DOMException;
  new (message?: string, nameOrOptions?: string | { name?: string; cause?: unknown }): DOMException;
};

interface EventInit {
  bubbles?: boolean;
  cancelable?: boolean;
  composed?: boolean;
}
interface Event {
  readonly type: string;
  readonly target: EventTarget | null;
  readonly currentTarget: EventTarget | null;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly defaultPrevented: boolean;
  readonly timeStamp: number;
  preventDefault(): void;
  stopPropagation(): void;
  stopImmediatePropagation(): void;
}
declare const Event: { prototype: Event; new (type: string, init?: EventInit): Event };

interface CustomEvent<Detail = unknown> extends Event {
  readonly detail: Detail;
}
declare const CustomEvent: {
  prototype: CustomEvent;
  new <Detail>(type: string, init?: EventInit & { detail?: Detail }): CustomEvent<Detail>;
};

interface ErrorEvent extends Event {
  readonly message: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
  readonly error: unknown;
}
declare const ErrorEvent: {
  prototype: ErrorEvent;
  new (
    type: string,
    init?: EventInit & { message?: string; filename?: string; lineno?: number; colno?: number; error?: unknown },
  ): ErrorEvent;
};

interface MessageEvent<Data = unknown> extends Event {
  readonly data: Data;
  readonly origin: string;
  readonly lastEventId: string;
  readonly source: MessagePort | null;
  readonly ports: readonly MessagePort[];
}
declare const MessageEvent: {
  prototype: MessageEvent;
  new <Data>(
    type: string,
    init?: EventInit & { data?: Data; origin?: string; lastEventId?: string },
  ): MessageEvent<Data>;
};

interface PromiseRejectionEvent extends Event {
  readonly promise: Promise<unknown>;
  readonly reason: unknown;
}
declare const PromiseRejectionEvent: {
  prototype: PromiseRejectionEvent;
  new (type: string, init: EventInit & { promise: Promise<unknown>; reason?: unknown }): PromiseRejectionEvent;
};

/** One end of a channel within this call's isolate. */
interface MessagePort extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onclose: ((event: Event) => void) | null;
  postMessage(
    message: unknown,
    options?: readonly (ArrayBuffer | MessagePort)[] | { transfer?: readonly (ArrayBuffer | MessagePort)[] },
  ): void;
  start(): void;
  close(): void;
}
declare const MessagePort: { prototype: MessagePort };
interface MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}
declare const MessageChannel: { prototype: MessageChannel; new (): MessageChannel };

type EventListener = ((event: Event) => void) | { handleEvent(event: Event): void };
interface EventTarget {
  addEventListener(
    type: string,
    listener: EventListener | null,
    options?: boolean | { capture?: boolean; once?: boolean; passive?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: string, listener: EventListener | null, options?: boolean | { capture?: boolean }): void;
  dispatchEvent(event: Event): boolean;
}
declare const EventTarget: { prototype: EventTarget; new (): EventTarget };

interface AbortSignal extends EventTarget {
  readonly aborted: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the platform's own types: `throw signal.reason`
  readonly reason: any;
  onabort: ((event: Event) => void) | null;
  throwIfAborted(): void;
}
declare const AbortSignal: {
  prototype: AbortSignal;
  abort(reason?: unknown): AbortSignal;
  timeout(timeoutMs: number): AbortSignal;
  any(signals: Iterable<AbortSignal>): AbortSignal;
};
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { prototype: AbortController; new (): AbortController };

type BufferSource = ArrayBufferView<ArrayBuffer> | ArrayBuffer;

interface TextEncoder {
  readonly encoding: "utf-8";
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}
declare const TextEncoder: { prototype: TextEncoder; new (): TextEncoder };

interface TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: BufferSource, options?: { stream?: boolean }): string;
}
declare const TextDecoder: {
  prototype: TextDecoder;
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder;
};
