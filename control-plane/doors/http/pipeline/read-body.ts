import type { IncomingMessage } from "node:http";
import { PublicError } from "@ferrule/contract/errors.ts";
import { isInUtf8, mediaTypeOf } from "@ferrule/kit/http/media-type.ts";
import { parseExactJson, takeInexact } from "@ferrule/contract/json/parse-exact-json.ts";
import { JsonTooDeep, requireDepth } from "@ferrule/kit/json/parse-json.ts";
import { validationError } from "../../../ground/handler/validation-issues.ts";

/** The limit for `/api` bodies, unless the operation has its own (docs/api.md). */
const bodyLimitBytes = 2_097_152;

/** @throws PublicError PAYLOAD_TOO_LARGE */
export async function readBytes(request: IncomingMessage, limitBytes: number = bodyLimitBytes): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw new PublicError("PAYLOAD_TOO_LARGE");
  const chunks: Buffer[] = [];
  let length = 0;
  // We do not destroy the request on an early end: we still have to respond, and the server discards the rest of the
  // body.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw new PublicError("PAYLOAD_TOO_LARGE");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function requireType(request: IncomingMessage, ...expected: readonly [string, ...string[]]): void {
  const type = mediaTypeOf(request.headers["content-type"]);
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (!expected.includes(type.essence) || !isInUtf8(type) || encoding !== "identity") {
    const sentence = expected[0] === "application/json" ? undefined : `Send the body as ${expected[0]}.`;
    throw new PublicError("UNSUPPORTED_MEDIA_TYPE", sentence);
  }
}

/**
 * Checks the media type of a body that the handler reads in pieces.
 * @throws PublicError UNSUPPORTED_MEDIA_TYPE
 */
export const requireStream = (request: IncomingMessage, type: string): void => requireType(request, type);

/**
 * Reads a JSON body of one of these media types; undefined when there is none.
 * @throws PublicError PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, or VALIDATION_ERROR when JavaScript
 * cannot represent a number exactly, or when the body nests deeper than 200. No message of ours nests so deep, and a
 * recursive validator would overflow its stack.
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number = bodyLimitBytes,
  types: readonly [string, ...string[]] = ["application/json"],
): Promise<unknown> {
  return parseBody(request, await readBytes(request, limitBytes), types);
}

/** Reads a body of one of these media types that is already here: see `readBody`. */
export function parseBody(
  request: IncomingMessage,
  bytes: Buffer,
  types: readonly [string, ...string[]] = ["application/json"],
): unknown {
  if (bytes.length === 0) return undefined;
  requireType(request, ...types);
  let parsed: ReturnType<typeof parseExactJson>;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    requireDepth(text);
    parsed = parseExactJson(text);
  } catch (error) {
    if (error instanceof JsonTooDeep) throw validationError([{ path: "body", message: "is nested too deeply" }]);
    throw new PublicError("MALFORMED_JSON", undefined, { cause: error });
  }
  if (!parsed.isExact) throw validationError(takeInexact(parsed.value, "body"));
  return parsed.value;
}
