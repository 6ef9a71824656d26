import { AbortController, AbortSignal, isSignal } from "../events/abort.ts";
import { BodyState, contentOf, mixInBody, type Body } from "./body.ts";
import { Headers, type HeadersInit } from "./headers.ts";
import { defineInterfaces, needArguments } from "../interface.ts";
import { URL } from "./url.ts";

type Redirect = "follow" | "error" | "manual";

export interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: unknown;
  redirect?: Redirect;
  signal?: AbortSignal | null;
  duplex?: string;
  [other: string]: unknown;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const upper = /^(?:delete|get|head|options|post|put)$/i;

function methodOf(given: string): string {
  if (!token.test(given)) throw new TypeError(`"${given.slice(0, 50)}" is not a method.`);
  if (/^(?:connect|trace|track)$/i.test(given)) throw new TypeError(`The method ${given} is not allowed.`);
  return upper.test(given) ? given.toUpperCase() : given;
}

function urlOf(given: unknown): string {
  const url = new URL(String(given));
  if (url.username !== "" || url.password !== "") throw new TypeError("A URL must not carry credentials.");
  return url.href;
}

function signalOf(given: AbortSignal | null | undefined): AbortSignal {
  if (given === undefined || given === null) return new AbortController().signal;
  if (!isSignal(given)) throw new TypeError("signal must be an AbortSignal.");
  return AbortSignal.any([given]);
}

/** https://fetch.spec.whatwg.org/#request-class, without the parts that only a browser can use. */
export class Request {
  readonly #method: string;
  readonly #url: string;
  readonly #headers: Headers;
  readonly #redirect: Redirect;
  readonly #signal: AbortSignal;
  readonly #body = new BodyState();

  constructor(input: unknown, init: RequestInit = {}) {
    needArguments("Request", arguments, 1);
    const from = isRequest(input) ? input : undefined;
    const given = init ?? {};
    this.#url = from === undefined ? urlOf(input) : from.#url;
    this.#method = given.method === undefined ? (from?.method ?? "GET") : methodOf(String(given.method));
    this.#headers = new Headers(given.headers ?? from?.headers);
    const redirect = given.redirect ?? from?.redirect ?? "follow";
    if (redirect !== "follow" && redirect !== "error" && redirect !== "manual") {
      throw new TypeError("redirect must be follow, error or manual.");
    }
    this.#redirect = redirect;
    this.#signal = signalOf(given.signal === undefined ? from?.signal : given.signal);
    const bodiless = this.#method === "GET" || this.#method === "HEAD";
    const own = contentOf(given.body);
    if (own?.stream !== undefined && given.duplex !== undefined && given.duplex !== "half")
      throw new TypeError("duplex must be half.");
    if (bodiless && (own !== null || (from !== undefined && from.#body.stream !== null)))
      throw new TypeError(`A ${this.#method} request has no body.`);
    const content = own ?? (from === undefined ? null : from.#body.move());
    this.#body.content = content;
    if (own?.type !== undefined && !this.#headers.has("content-type")) this.#headers.set("content-type", own.type);
  }
  get method(): string {
    return this.#method;
  }
  get url(): string {
    return this.#url;
  }
  get headers(): Headers {
    return this.#headers;
  }
  get redirect(): Redirect {
    return this.#redirect;
  }
  get signal(): AbortSignal {
    return this.#signal;
  }
  get duplex(): string {
    void this.#url;
    return "half";
  }
  clone(): Request {
    const content = this.#body.split();
    const copy = new Request(this.#url, {
      method: this.#method,
      headers: this.#headers,
      redirect: this.#redirect,
      signal: this.#signal,
    });
    copy.#body.content = content;
    return copy;
  }
  static is(value: unknown): value is Request {
    return typeof value === "object" && value !== null && #url in value;
  }
  static {
    mixInBody(this.prototype, (self) => {
      const request = self as Request;
      return { body: request.#body, contentType: request.#headers.get("content-type") ?? "" };
    });
  }
}
export interface Request extends Body {}

const { is: isRequest } = Request;
delete (Request as { is?: unknown }).is;
defineInterfaces({ Request });
