import type { RequestListener } from "node:http";
import { createServer, type Http2Server, type Http2ServerRequest, type ServerOptions } from "node:http2";
import type { Bounds } from "../bounds.ts";
import { boundUpload } from "./bound-upload.ts";
import { http2Answers } from "./http2-answer.ts";

/** Gives a request by HTTP/2 a `host` from its authority (RFC 9113, section 8.3.1). */
function nameHost({ headers }: Http2ServerRequest): void {
  const authority = headers[":authority"];
  if (authority === undefined) return;
  // Two different ones are refused, like two Host headers.
  const { host } = headers;
  headers.host =
    host === undefined || host.toLowerCase() === authority.toLowerCase() ? authority : `${host}, ${authority}`;
}

/** Takes connections that have agreed on HTTP/2. `always`, a flat list of headers, goes with every answer. */
export function createHttp2Server(bounds: Bounds, always: readonly string[]): Http2Server {
  const options = {
    Http2ServerResponse: http2Answers(always),
    settings: {
      maxConcurrentStreams: bounds.http2Streams,
      // Node refuses a longer header, its continuations included.
      maxHeaderListSize: bounds.headerBytes,
      initialWindowSize: bounds.http2StreamWindowBytes,
      enablePush: false,
    },
    maxHeaderListPairs: bounds.http2HeaderPairs,
    maxSettings: 32,
    maxOutstandingPings: 10,
    maxSessionMemory: bounds.http2SessionMegabytes,
    maxSessionInvalidFrames: 100,
    maxSessionRejectedStreams: 100,
    streamResetBurst: bounds.http2ResetBurst,
    streamResetRate: bounds.http2ResetsPerSecond,
  };
  return createServer(options as ServerOptions);
}

/**
 * Passes its requests to `handle`, which also takes those by HTTP/1, because the gateway uses only members that both
 * have.
 */
export function handOn(server: Http2Server, bounds: Bounds, handle: RequestListener): void {
  const take = (request: unknown, response: unknown) => {
    const [asked, answer] = [request, response] as Parameters<RequestListener>;
    nameHost(request as Http2ServerRequest);
    boundUpload(asked, answer, bounds);
    handle(asked, answer);
  };
  // This includes CONNECT, because Node would answer it without a request id.
  for (const event of ["request", "checkContinue", "checkExpectation", "connect"]) server.on(event, take);
}
