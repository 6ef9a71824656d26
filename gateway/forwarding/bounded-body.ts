import type { IncomingMessage } from "node:http";
import { errors } from "undici";
import { isTakenBack } from "../http2/stream-of.ts";

export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/**
 * Yields a request's body piece by piece and throws BodyTooLargeError once it exceeds `maxBytes`. The request itself is
 * not destroyed, so the client can still be answered on its connection.
 */
export async function* boundedBody(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer, void> {
  let length = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw new BodyTooLargeError();
    yield piece;
  }
  if (isTakenBack(request)) throw new errors.RequestAbortedError();
}
