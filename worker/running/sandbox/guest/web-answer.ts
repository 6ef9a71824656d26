import type { CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";
import { ownJson } from "./frame-json.ts";
import { FunctionError } from "./function-error.ts";
import { sentHeaders, type HttpFacts } from "./http.ts";
import { limits } from "./limits.ts";
import { jsonParse, jsonStringify, StringOf, stringSlice, TypeErrorCtor, Uint8ArrayCtor } from "./primordials.ts";
import { blobBytes, isBlob, isFile } from "./web/blob.ts";
import { BodyTooLarge } from "./web/fetch/body.ts";
import { utf8Text } from "./web/encoding.ts";
import { headerPairs } from "./web/fetch/headers.ts";
import { responseParts } from "./web/fetch/response.ts";
import { sendStream } from "./send-stream.ts";

/** A response in the form for the executor. */
interface WebAnswer {
  kind: "value" | "mcp" | "http" | "large";
  text: string;
  head?: string;
  bytes?: Uint8Array;
}

/** A Response or Blob, completely read. */
interface Answered {
  /** Null for a Blob, which has none. */
  status: number | null;
  headers: Record<string, string | string[]>;
  /** The content type. Empty when none was given. */
  type: string;
  bytes: Uint8Array;
  name: string;
}

const isJsonType = (type: string) => /^(?:application\/json|[^;]*\+json)\s*(?:;|$)/i.test(type);
const isTextType = (type: string) =>
  type === "" || /^(?:text\/|application\/(?:xml|javascript|yaml|x-www-form-urlencoded))|\+xml/i.test(type);
const isUtf8 = (bytes: Uint8Array) => !utf8Text(bytes).includes("\ufffd");

/** The content block of `tools/call` for bytes that are not text. */
function blockOf({ bytes, type, name }: Answered): object {
  const data = bytes.toBase64();
  const mimeType = type.replace(/\s*;.*$/s, "") || "application/octet-stream";
  if (mimeType.startsWith("image/") && mimeType !== "image/svg+xml") return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri: `ferrule:answer/${encodeURIComponent(name)}`, mimeType, blob: data } };
}

/** For callers without HTTP: JSON is a value, text is text, 4xx and 5xx are errors, anything else a content block. */
function asValue(answered: Answered): WebAnswer {
  const { status, type, bytes } = answered;
  if (status !== null && status >= 400) {
    const said = isTextType(type) || isJsonType(type) ? stringSlice(utf8Text(bytes), 0, 1_000) : "";
    throw new FunctionError("HTTP_STATUS", said === "" ? `The answer has the status ${status}.` : said, { status });
  }
  if (bytes.byteLength === 0) return { kind: "value", text: "null" };
  if (isJsonType(type)) return { kind: "value", text: jsonStringify(jsonParse(utf8Text(bytes))) };
  if (isTextType(type) && isUtf8(bytes)) return { kind: "value", text: jsonStringify(utf8Text(bytes)) };
  return { kind: "mcp", text: ownJson([blockOf(answered)]) };
}

function asReply({ status, headers, type, bytes }: Answered, place: CookiePlace | null | undefined): WebAnswer {
  const sent = sentHeaders(headers, place);
  if (type !== "") sent["content-type"] = type;
  return { kind: "http", text: "", head: ownJson({ status, headers: sent }), bytes };
}

/**
 * Headers about another server's transfer: the bytes are decoded, and we set the length. Its cookies are a matter
 * between that server and the Function.
 */
const ofTransfer: Record<string, true> = {
  __proto__: null,
  "content-encoding": true,
  "content-length": true,
  "transfer-encoding": true,
  connection: true,
  "keep-alive": true,
  date: true,
  "set-cookie": true,
} as never;

type ResponseParts = NonNullable<ReturnType<typeof responseParts>>;

/** A Response's status, headers and type in the sent form. */
function headOf(value: unknown, parts: ResponseParts): Pick<Answered, "status" | "headers" | "type"> {
  if (parts.status === 0) throw new TypeErrorCtor("Response.error() cannot be sent as an answer.");
  const headers = { __proto__: null } as unknown as Record<string, string | string[]>;
  const received = (value as { url: string }).url !== "";
  for (const [name, one] of headerPairs(parts.headers)) {
    if (received && ofTransfer[name] === true) continue;
    if (name === "set-cookie") ((headers[name] ??= []) as string[]).push(one);
    else headers[name] = one;
  }
  const type = StringOf(headers["content-type"] ?? "");
  delete headers["content-type"];
  return { status: parts.status, headers, type };
}

async function answeredBy(value: unknown): Promise<Answered> {
  if (isBlob(value)) {
    const name = isFile(value) ? value.name : "blob";
    return { status: null, headers: {}, type: value.type, bytes: blobBytes(value), name };
  }
  const parts = responseParts(value)!;
  return { ...headOf(value, parts), bytes: await parts.body.take(limits.outputChars), name: "response" };
}

/**
 * Sends a Response with a streamed body during the call. Undefined for one that can be sent in one piece.
 */
function streamed(value: unknown, { cookiePlace }: HttpFacts): Promise<WebAnswer> | undefined {
  const parts = responseParts(value);
  const stream = parts?.body.takeStream();
  if (parts === undefined || stream === undefined) return undefined;
  const reply = asReply({ ...headOf(value, parts), bytes: new Uint8ArrayCtor(0), name: "response" }, cookiePlace);
  return (async () => {
    await sendStream(reply.head!, stream);
    return reply;
  })();
}

/**
 * The response for a returned `Response` or `Blob`: unchanged for a route, and by its content type for any other
 * caller. Undefined for any other value.
 */
export function webAnswer(value: unknown, { http }: { http?: HttpFacts }): Promise<WebAnswer> | undefined {
  if (!isBlob(value) && responseParts(value) === undefined) return undefined;
  return (async () => {
    try {
      const sent = http === undefined ? undefined : streamed(value, http);
      if (sent !== undefined) return await sent;
      const answered = await answeredBy(value);
      if (answered.bytes.byteLength > limits.outputChars) return { kind: "large", text: "" };
      return http === undefined ? asValue(answered) : asReply(answered, http.cookiePlace);
    } catch (error) {
      if (error instanceof BodyTooLarge) return { kind: "large", text: "" };
      throw error;
    }
  })();
}
