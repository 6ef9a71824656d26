import { isInteger, jsonStringify } from "../../primordials.ts";
import { BodyState, contentOf, mixInBody, type Body, type Content } from "./body.ts";
import { utf8 } from "../encoding.ts";
import { frozenHeaders, Headers, type HeadersInit } from "./headers.ts";
import { defineInterfaces } from "../interface.ts";
import { URL } from "./url.ts";

export interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

const bodiless = (status: number) => status === 204 || status === 205 || status === 304;
const redirects = [301, 302, 303, 307, 308];
// https://www.rfc-editor.org/rfc/rfc9112#name-status-line
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/;

/** https://fetch.spec.whatwg.org/#response-class */
export class Response {
  readonly #headers: Headers;
  readonly #body = new BodyState();
  #status: number;
  #statusText: string;
  #url = "";
  #redirected = false;
  #type: "default" | "basic" | "error" = "default";

  constructor(body: unknown = null, init: ResponseInit = {}) {
    const given = init ?? {};
    const status = given.status === undefined ? 200 : Math.trunc(Number(given.status));
    if (!isInteger(status) || status < 200 || status > 599) throw new RangeError("The status must be 200 to 599.");
    this.#status = status;
    this.#statusText = String(given.statusText ?? "");
    if (!reasonPhrase.test(this.#statusText)) throw new TypeError("The status text cannot be sent.");
    this.#headers = new Headers(given.headers);
    const content = contentOf(body);
    if (content !== null && bodiless(status)) throw new TypeError(`A response with status ${status} has no body.`);
    this.#body.content = content;
    if (content?.type !== undefined && !this.#headers.has("content-type"))
      this.#headers.set("content-type", content.type);
  }
  static json(data: unknown, init: ResponseInit = {}): Response {
    const json = jsonStringify(data);
    if (json === undefined) throw new TypeError("The value cannot be written as JSON.");
    const headers = new Headers(init?.headers);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    return new Response(utf8(json), { ...init, headers });
  }
  static redirect(url: string, status = 302): Response {
    const { href } = new URL(String(url));
    if (!redirects.includes(Number(status))) throw new RangeError("The status is not one of a redirect.");
    const response = new Response(null, { status, headers: { location: href } });
    frozenHeaders(response.#headers);
    return response;
  }
  static error(): Response {
    const response = new Response();
    response.#type = "error";
    response.#status = 0;
    frozenHeaders(response.#headers);
    return response;
  }
  get type(): string {
    return this.#type;
  }
  get url(): string {
    return this.#url;
  }
  get redirected(): boolean {
    return this.#redirected;
  }
  get status(): number {
    return this.#status;
  }
  get ok(): boolean {
    return this.#status >= 200 && this.#status <= 299;
  }
  get statusText(): string {
    return this.#statusText;
  }
  get headers(): Headers {
    return this.#headers;
  }
  clone(): Response {
    const content = this.#body.split();
    const copy = new Response(null, { headers: this.#headers });
    copy.#statusText = this.#statusText;
    copy.#status = this.#status;
    copy.#url = this.#url;
    copy.#redirected = this.#redirected;
    copy.#type = this.#type;
    copy.#body.content = content;
    return copy;
  }
  /** The response that `fetch` resolves to. */
  static received(
    answer: { status: number; statusText: string; url: string; redirected: boolean; headers: [string, string][] },
    content: Content | null,
  ): Response {
    const response = new Response(null, { headers: answer.headers });
    response.#statusText = answer.statusText;
    response.#status = answer.status;
    response.#url = answer.url;
    response.#redirected = answer.redirected;
    response.#type = "basic";
    response.#body.content = content;
    frozenHeaders(response.#headers);
    return response;
  }
  /** The parts of a response. Undefined when the value is not a Response. */
  static partsOf(value: unknown): { status: number; headers: Headers; body: BodyState } | undefined {
    return typeof value === "object" && value !== null && #body in value
      ? { status: value.#status, headers: value.#headers, body: value.#body }
      : undefined;
  }
  static {
    mixInBody(this.prototype, (self) => {
      const response = self as Response;
      return { body: response.#body, contentType: response.#headers.get("content-type") ?? "" };
    });
  }
}
export interface Response extends Body {}

const { received, partsOf } = Response;
delete (Response as { received?: unknown }).received;
delete (Response as { partsOf?: unknown }).partsOf;
export const receivedResponse = received;
export const responseParts = partsOf;
defineInterfaces({ Response });
