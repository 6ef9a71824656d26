import { isInteger, jsonStringify, RangeErrorCtor } from "./primordials.ts";
import { request } from "./requests.ts";
import { utf8, utf8Text } from "./web/encoding.ts";
import { Headers } from "./web/headers.ts";

export interface HttpFacts {
  method: string;
  path: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
}

export interface HttpAnswer {
  status?: number;
  headers?: Record<string, unknown>;
  body?: unknown;
}

/** What `ctx.http.respond` makes: the answer of a route as it is. */
export class HttpReply {
  readonly #head: string;
  readonly #body: Uint8Array;
  constructor(head: string, body: Uint8Array) {
    this.#head = head;
    this.#body = body;
  }
  static partsOf(value: unknown): { head: string; body: Uint8Array } | undefined {
    return typeof value === "object" && value !== null && #head in value
      ? { head: value.#head, body: value.#body }
      : undefined;
  }
}

export const replyOf = HttpReply.partsOf;

function bodyOf(body: unknown): { bytes: Uint8Array; type: string | undefined } {
  if (body === undefined || body === null) return { bytes: new Uint8Array(0), type: undefined };
  if (typeof body === "string") return { bytes: utf8(body), type: "text/plain; charset=utf-8" };
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body), type: "application/octet-stream" };
  if (ArrayBuffer.isView(body)) {
    return {
      bytes: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength),
      type: "application/octet-stream",
    };
  }
  return { bytes: utf8(jsonStringify(body) ?? "null"), type: "application/json; charset=utf-8" };
}

/** `ctx.http`: what only a call of an HTTP route has. */
export function createHttp(facts: HttpFacts) {
  return {
    request: {
      ...facts,
      async text(): Promise<string> {
        return utf8Text((await request("http.body", null).answer).bytes);
      },
    },
    respond(answer: HttpAnswer = {}): HttpReply {
      const status = answer.status ?? 200;
      if (!isInteger(status) || status < 200 || status > 599)
        throw new RangeErrorCtor("The status must be 200 to 599.");
      const { bytes, type } = bodyOf(answer.body);
      const headers: Record<string, string | string[]> = {};
      const checked = new Headers();
      const given = answer.headers ?? {};
      let typed = type === undefined;
      for (const name of Object.keys(given)) {
        const value = given[name];
        if (value === undefined || value === null) continue;
        headers[name] = Array.isArray(value) ? value.map(String) : String(value);
        for (const one of Array.isArray(value) ? value : [value]) checked.append(name, String(one));
        if (name.toLowerCase() === "content-type") typed = true;
      }
      if (!typed) headers["content-type"] = type!;
      return new HttpReply(jsonStringify({ status, headers }), bytes);
    },
  };
}
