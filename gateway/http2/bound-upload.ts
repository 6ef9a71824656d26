import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:http2";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import type { Bounds } from "../bounds.ts";
import { prefixOf } from "../answers/prefix-of.ts";
import { sendError } from "../answers/send-error.ts";
import { hasBody, streamOf } from "./stream-of.ts";

/** A body has to arrive within `requestTimeoutMs`. Node enforces that for HTTP/1. */
export function boundUpload(request: IncomingMessage, response: ServerResponse, bounds: Bounds): void {
  const stream = streamOf(request);
  if (stream === undefined || !hasBody(request)) return;
  const timer = setTimeout(() => {
    if (response.headersSent) return stream.close(constants.NGHTTP2_CANCEL);
    const error = { code: "TIMEOUT", status: 408, message: "The request took too long to arrive." } as const;
    // Node reports the end of an answer only when its stream has closed.
    stream.once("finish", () => stream.close(constants.NGHTTP2_NO_ERROR));
    sendError(response, error, prefixOf(request.url ?? "/"), requestIdFrom(request.headers["x-request-id"]));
  }, bounds.requestTimeoutMs).unref();
  const stop = () => clearTimeout(timer);
  stream.once("end", stop).once("close", stop);
}
