// Why: docs/decisions/web-platform-in-the-isolate.md
import { console } from "./log.ts";
import { clearTimeout, queueMicrotask, setInterval, setTimeout } from "./timers.ts";
import { AbortController, AbortSignal } from "./web/events/abort.ts";
import { atob, btoa } from "./web/base64.ts";
import { Blob, File } from "./web/blob.ts";
import { CompressionStream, DecompressionStream } from "./web/streams/compression.ts";
import { Crypto, crypto } from "./web/crypto/crypto.ts";
import { CryptoKey } from "./web/crypto/crypto-key.ts";
import { DOMException } from "./web/dom-exception.ts";
import { TextDecoder, TextEncoder } from "./web/encoding.ts";
import { Event } from "./web/events/event.ts";
import { CustomEvent, ErrorEvent, MessageEvent, PromiseRejectionEvent } from "./web/events/event-kinds.ts";
import { EventTarget } from "./web/events/events.ts";
import { fetch } from "./web/fetch/fetch.ts";
import { FormData } from "./web/fetch/form-data.ts";
import { defineGlobalErrors } from "./web/events/global-errors.ts";
import { Headers } from "./web/fetch/headers.ts";
import { MessageChannel, MessagePort } from "./web/events/message-channel.ts";
import { Navigator, navigator } from "./web/navigator.ts";
import { Performance, performance } from "./web/performance.ts";
import { Request } from "./web/fetch/request.ts";
import { Response } from "./web/fetch/response.ts";
import { streamGlobals } from "./web/streams/streams.ts";
import { refuseClones, structuredClone } from "./web/structured-clone.ts";
import { SubtleCrypto } from "./web/crypto/subtle.ts";
import { TextDecoderStream, TextEncoderStream } from "./web/streams/text-streams.ts";
import { URL, URLPattern, URLSearchParams } from "./web/fetch/url.ts";

const interfaces = {
  AbortController,
  AbortSignal,
  Blob,
  CompressionStream,
  Crypto,
  CryptoKey,
  CustomEvent,
  DecompressionStream,
  DOMException,
  ErrorEvent,
  Event,
  EventTarget,
  File,
  FormData,
  Headers,
  MessageChannel,
  MessageEvent,
  MessagePort,
  Navigator,
  Performance,
  PromiseRejectionEvent,
  Request,
  Response,
  SubtleCrypto,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TextEncoderStream,
  URL,
  URLPattern,
  URLSearchParams,
  ...streamGlobals,
};

const functions = {
  atob,
  btoa,
  clearInterval: (id: unknown = undefined) => clearTimeout(id),
  clearTimeout,
  fetch,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone,
};

const objects = { crypto, navigator, performance, self: globalThis };
const cloneable = new Set<string>(["Blob", "CryptoKey", "DOMException", "File"]);

/** Installs the web platform on the global object, with the attributes that Web IDL requires. */
export function installGlobals(): void {
  const put = (name: string, value: unknown, enumerable: boolean) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable });
  const rename = (one: unknown, name: string) =>
    Object.defineProperty(one as object, "name", { value: name, configurable: true });
  for (const [name, value] of Object.entries(interfaces)) {
    rename(value, name);
    put(name, value, false);
    if (!cloneable.has(name)) refuseClones(value as { prototype: object });
  }
  for (const [name, value] of Object.entries(functions)) {
    rename(value, name);
    put(name, value, true);
  }
  for (const [name, value] of Object.entries(console)) rename(value, name);
  put("console", console, false);
  for (const [name, value] of Object.entries(objects)) {
    const get = () => value;
    rename(get, `get ${name}`);
    const set = (replacement: unknown) => void put(name, replacement, true);
    Object.defineProperty(globalThis, name, { get, set, configurable: true, enumerable: true });
  }
  defineGlobalErrors();
}
