import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest, ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

/** The HTTP/2 stream of a request; undefined: it came by HTTP/1. */
export const streamOf = (request: IncomingMessage): ServerHttp2Stream | undefined =>
  (request as unknown as Partial<Http2ServerRequest>).stream;

/** The connection that a request came on. With HTTP/2 it is the same object for all requests of a connection. */
export const socketOf = (request: IncomingMessage): Socket => streamOf(request)?.session?.socket ?? request.socket;

/** Whether a body follows the header. With HTTP/2 its length need not be declared (RFC 9113, section 8.1.1). */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  if (length !== undefined) return Number(length) !== 0 || request.headers["transfer-encoding"] !== undefined;
  const stream = streamOf(request);
  return stream === undefined ? request.headers["transfer-encoding"] !== undefined : !stream.endAfterHeaders;
}

/**
 * Whether the client has cancelled its request. Node ends the reading in that case too, so that end is not the end of
 * the body.
 */
export function isTakenBack(request: IncomingMessage): boolean {
  const stream = streamOf(request);
  return stream !== undefined && (stream.aborted || (stream.rstCode ?? 0) !== 0);
}
