import type { Crypto } from "../web/crypto/crypto.ts";
import type { clearTimeout, setInterval, setTimeout } from "../timers.ts";
import type { TextDecoder, TextEncoder } from "../web/encoding.ts";

/** The globals of the isolate that this program uses, as they are before anything replaces them. */
interface Globals {
  setTimeout: typeof setTimeout;
  setInterval: typeof setInterval;
  clearTimeout: typeof clearTimeout;
  Date: DateConstructor;
  crypto: Crypto;
  performance: { now: () => number };
  URL: new (
    url: string,
    from?: string,
  ) => Readonly<
    Record<"href" | "protocol" | "host" | "hostname" | "port" | "username" | "password" | "origin", string>
  >;
  TextDecoder: typeof TextDecoder;
  TextEncoder: typeof TextEncoder;
  AbortController: typeof import("../web/events/abort.ts").AbortController;
  DOMException: typeof import("../web/dom-exception.ts").DOMException;
}

const { setTimeout: later, setInterval: every, clearTimeout: clear } = globalThis as unknown as Globals;

export const globals = globalThis as unknown as Globals;
/** The engine's own, whatever stands in for them in a call. */
export const real = { setTimeout: later, setInterval: every, clearTimeout: clear, Date: globals.Date, now: Date.now };
