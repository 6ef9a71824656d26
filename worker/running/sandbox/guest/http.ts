import { mayFunctionAnswer } from "@ferrule/contract/guest/may-function-answer.ts";
import { sentCookie, type CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";
import { cookiesOf } from "./cookies-of.ts";
import { fieldsJson, ownJson } from "./frame-json.ts";
import { FunctionError } from "./function-error.ts";
import { log } from "./log.ts";
import {
  isArray,
  isInteger,
  jsonStringify,
  NumberOf,
  RangeErrorCtor,
  StringOf,
  TypeErrorCtor,
  Uint8ArrayCtor,
} from "./primordials.ts";
import { request } from "./requests.ts";
import { streamOfChunks, streamOfEvents } from "./streamed-response.ts";
import { blobBytes, isBlob } from "./web/blob.ts";
import { utf8, utf8Text } from "./web/encoding.ts";
import { Headers } from "./web/fetch/headers.ts";
import { isReadableStream } from "./web/streams/streams.ts";

export interface HttpFacts {
  method: string;
  path: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  cookiePlace?: CookiePlace | null;
}

export interface HttpAnswer {
  status?: number;
  headers?: Record<string, unknown>;
  body?: unknown;
}

type HeaderValues = Record<string, string | string[]>;

/** The cookies that we send. */
function sentCookies(given: string | string[], place: CookiePlace | null | undefined): string[] {
  const all = isArray(given) ? given : [given];
  const sent: string[] = [];
  let why = "HTTP APIs have no host of their own here";
  if (place != null) {
    for (const value of all) {
      const verdict = sentCookie(value, place);
      if ("cookie" in verdict) sent.push(value);
      else why = verdict.problem;
    }
  }
  if (sent.length < all.length) log("warn", `A cookie is not sent: ${why}. See docs/http.md, Cookies.`);
  return sent;
}

/** The headers that we send. The log tells the author about the others. */
export function sentHeaders(given: HeaderValues, place: CookiePlace | null | undefined): HeaderValues {
  const sent = { __proto__: null } as unknown as HeaderValues;
  let left = "";
  for (const name of Object.keys(given)) {
    if (mayFunctionAnswer(name)) sent[name] = given[name]!;
    else if (name.toLowerCase() === "set-cookie") sent["set-cookie"] = sentCookies(given[name]!, place);
    else left += `${left === "" ? "" : ", "}${name}`;
  }
  if (left !== "")
    log("warn", `Not sent, because a Function cannot set such headers: ${left}. See docs/http.md, Answers.`);
  return sent;
}

/** The value that `ctx.http.respond` returns. A route sends it unchanged. */
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
  if (body === undefined || body === null) return { bytes: new Uint8ArrayCtor(0), type: undefined };
  if (typeof body === "string") return { bytes: utf8(body), type: "text/plain; charset=utf-8" };
  if (body instanceof ArrayBuffer) return { bytes: new Uint8ArrayCtor(body), type: "application/octet-stream" };
  if (ArrayBuffer.isView(body)) {
    return {
      bytes: new Uint8ArrayCtor(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength),
      type: "application/octet-stream",
    };
  }
  if (isBlob(body)) return { bytes: blobBytes(body), type: body.type || "application/octet-stream" };
  if (isReadableStream(body)) throw new TypeErrorCtor("A stream is sent by returning `new Response(stream)`.");
  return { bytes: utf8(jsonStringify(body) ?? "null"), type: "application/json; charset=utf-8" };
}

interface Verdict {
  verified?: unknown;
  problem?: keyof typeof problems;
}

/** For the author only: the sender does not learn the problem. */
const problems = {
  missing: "or another header of it is missing, or is not of the sender's form",
  old: "is too old, or its time is in the future",
  wrong: "is not the one that the secret makes of this body",
};

/** `ctx.http`, for calls of an HTTP route only. */
export function createHttp({ cookiePlace, ...asked }: HttpFacts) {
  return {
    request: {
      ...asked,
      get cookies(): Record<string, string> {
        return cookiesOf(asked.headers["cookie"]);
      },
      async text(): Promise<string> {
        return utf8Text((await request("http.body", "null").answer).bytes);
      },
      async bytes(): Promise<Uint8Array> {
        return (await request("http.body", "null").answer).bytes;
      },
    },
    async verifySignature(rule: object): Promise<unknown> {
      const answer = (await request("http.verify", fieldsJson(rule as Record<string, unknown>)).answer)
        .value as Verdict;
      if (answer.verified !== undefined) return answer.verified;
      log("warn", `The webhook is refused: its signature ${problems[answer.problem!]}.`);
      throw new FunctionError("SIGNATURE_INVALID", "The signature is missing or wrong.", { status: 401 });
    },
    stream: streamOfChunks,
    events: streamOfEvents,
    respond(answer: HttpAnswer = {}): HttpReply {
      const status = answer.status ?? 200;
      if (!isInteger(status) || status < 200 || status > 599)
        throw new RangeErrorCtor("The status must be 200 to 599.");
      const { bytes, type } = bodyOf(answer.body);
      const headers = { __proto__: null } as unknown as HeaderValues;
      const checked = new Headers();
      const given = answer.headers ?? {};
      let typed = type === undefined;
      for (const name of Object.keys(given)) {
        const value = given[name];
        if (value === undefined || value === null) continue;
        for (const one of isArray(value) ? value : [value]) checked.append(name, StringOf(one));
        headers[name] = isArray(value) ? value.map((one) => StringOf(one)) : StringOf(value);
        if (name.toLowerCase() === "content-type") typed = true;
      }
      if (!typed) headers["content-type"] = type!;
      return new HttpReply(ownJson({ status: NumberOf(status), headers: sentHeaders(headers, cookiePlace) }), bytes);
    },
  };
}
