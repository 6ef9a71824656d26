import type { IncomingMessage } from "node:http";

export class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/**
 * A request's body piece by piece, ended by BodyTooLargeError once it is over `maxBytes`. Leaving off early keeps the
 * request whole, so that the client can still be answered on its connection.
 */
export async function* boundedBody(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer, void> {
  let length = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw new BodyTooLargeError();
    yield piece;
  }
}
