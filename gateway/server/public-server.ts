import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import { createServer as createSecureServer, type Server as SecureServer } from "node:https";
import type { Http2Server } from "node:http2";
import type { Socket } from "node:net";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import { sayGoodbye } from "@ferrule/kit/http/say-goodbye.ts";
import type { Bounds } from "../bounds.ts";
import { createHttp2Server, handOn } from "../http2/http2-server.ts";
import { guardSessions, type GuardedSessions } from "../http2/guard-sessions.ts";
import { http1Answers } from "../tls/always-sent.ts";
import type { Certificate } from "@ferrule/kit/tls/certificate.ts";
import { hstsFor } from "../tls/hsts.ts";

/** The server for requests from outside: HTTP/1.1, and with a certificate HTTP/2 too. */
export interface PublicServer {
  /** The listening server. */
  server: Server;
  /** Passes all requests to `handle`. */
  onRequest: (handle: RequestListener) => void;
  /** How many HTTP/2 connections were ended because of their clients; unset: there is no HTTP/2. */
  cuts: GuardedSessions["cuts"] | undefined;
  /** Serves another certificate to connections that begin from now on. */
  serve: (certificate: Certificate) => void;
  /** Accepts no new connections, and ends those that are still open after `drainMs`. */
  drain: (drainMs: number) => Promise<void>;
}

const secureContext = ({ cert, key }: Certificate): SecureContextOptions => ({ cert, key, minVersion: "TLSv1.2" });

/** Passes connections that agree on HTTP/2 in TLS to a server of their own. */
function takeHttp2(server: SecureServer, http2: Http2Server): void {
  const byHttp1 = server.listeners("secureConnection") as ((socket: Socket) => void)[];
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") http2.emit("connection", socket);
    else for (const listener of byHttp1) listener.call(server, socket);
  });
  // Without TLS we cannot send a response.
  server.removeAllListeners("tlsClientError");
  server.on("tlsClientError", (_error, socket) => socket.destroy());
}

/** Lets callers leave, accepts no new connections, and ends those that are still open after `drainMs`. */
async function drainServer(server: Server, sessions: GuardedSessions | undefined, drainMs: number): Promise<void> {
  const began = performance.now();
  await sayGoodbye(server);
  const closed = new Promise((resolve) => server.close(resolve));
  sessions?.leave();
  // Node closes idle connections once; those whose headers were sent before the drain become idle later.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(
    () => {
      server.closeAllConnections();
      sessions?.destroy();
    },
    drainMs - (performance.now() - began),
  );
  await closed;
  sessions?.destroy();
  clearInterval(idle);
  clearTimeout(cut);
}

const http1Options = (bounds: Bounds, always: readonly string[]): ServerOptions => ({
  ServerResponse: http1Answers(always),
  maxHeaderSize: bounds.headerBytes,
  headersTimeout: bounds.headersTimeoutMs,
  requestTimeout: bounds.requestTimeoutMs,
  connectionsCheckingInterval: bounds.timeoutCheckMs,
  keepAliveTimeout: bounds.keepAliveTimeoutMs,
  noDelay: true,
  // The gateway itself refuses such a request, so that the answer has a request id.
  requireHostHeader: false,
});

/** Makes the server without letting it listen. `certificate` unset: it serves http. */
export function createPublicServer(
  bounds: Bounds,
  publicUrl: string,
  certificate: Certificate | undefined,
): PublicServer {
  const always = hstsFor(publicUrl);
  const http1 = http1Options(bounds, always);
  const tls = { ALPNProtocols: ["h2", "http/1.1"], handshakeTimeout: bounds.handshakeTimeoutMs };
  const secure =
    certificate === undefined ? undefined : createSecureServer({ ...http1, ...tls, ...secureContext(certificate) });
  const http2 = secure === undefined ? undefined : createHttp2Server(bounds, always);
  const sessions = http2 === undefined ? undefined : guardSessions(http2, bounds);
  if (secure !== undefined && http2 !== undefined) takeHttp2(secure, http2);
  const server = secure ?? createServer(http1);
  server.timeout = bounds.idleTimeoutMs;
  return {
    server,
    cuts: sessions?.cuts,
    onRequest(handle) {
      // The exchange itself sends 100 Continue, when it knows that it wants the body.
      for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, handle);
      if (http2 !== undefined) handOn(http2, bounds, handle);
    },
    serve: (next) => secure?.setSecureContext(secureContext(next)),
    drain: (drainMs) => drainServer(server, sessions, drainMs),
  };
}
