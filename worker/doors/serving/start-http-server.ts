import { type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { callsPath, callsProtocol } from "@ferrule/contract/internal/call-frames.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { readiness, serveOperational, type OperationalState } from "@ferrule/kit/http/operational-routes.ts";
import { createPrivateServer, type PrivateCertificate } from "@ferrule/kit/tls/serve-privately.ts";
import { answerChallenge, challengeHeader, proofPath } from "@ferrule/kit/peers/peer-proof.ts";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import { takeCalls, type CallConnection } from "./frames/take-calls.ts";
import { httpRequest } from "./http-request.ts";
import { internalTokenCheck } from "./internal-token.ts";
import { serveCall, sendError } from "./serve-call.ts";
import { runtimePath } from "./runtime-path.ts";
import type { RuntimeContext } from "./serve-runtime.ts";

export interface HttpServerOptions {
  port: number;
  host: string;
  /** Its certificate for gateways; unset: it serves http. */
  certificate?: PrivateCertificate | undefined;
  internalApiTokens: readonly string[];
  context: RuntimeContext;
  operational: OperationalState;
  /**
   * How long a draining server keeps its connections. In this time, the gateway notices that the server is no longer
   * ready: a call that is written into a closing connection would be lost. It ends sooner when nobody is connected.
   */
  goodbyeMs?: number | undefined;
}

export interface RunningServer {
  port: number;
  /**
   * After the goodbye, accepts no new connections. It still serves requests on old ones, and announces that the
   * connection will end.
   */
  drain: () => void;
  /** Resolves when every response has been sent. After `graceMs`, it cuts the remaining ones. */
  close: (graceMs: number) => Promise<void>;
}

/**
 * Longer than the gateway (and others, with 65 s) keep an unused connection, so that they close it before we do.
 */
const keepAliveTimeoutMs = 75_000;
const checkClosingMs = 50;
const switching = `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${callsProtocol}\r\n\r\n`;

async function goodbye(server: Server, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  while (performance.now() < until && (await connections()) > 0) await delay(checkClosingMs);
}

/** The connections through which gateways send calls in frames. */
function takeFrames(server: Server, { context, operational }: HttpServerOptions) {
  const open = new Map<Socket, CallConnection>();
  server.on("upgrade", (_request, stream, head: Buffer) => {
    const socket = stream as Socket;
    if (head.length > 0) socket.unshift(head);
    socket.write(switching);
    const taken = takeCalls(socket, {
      serve: (request, response) => serveCall(context, request, response),
      readiness: async () => (await readiness(operational)).body,
      log: context.log,
    });
    open.set(socket, taken);
    socket.once("close", () => open.delete(socket));
  });
  return {
    leave: () => {
      for (const connection of open.values()) connection.leave();
    },
    cut: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

function answerOperational(
  { context, operational }: HttpServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  response.setHeader("x-request-id", requestId);
  serveOperational(message, response, operational).then(
    (served) => {
      if (!served) sendError(response, "NOT_FOUND", "Not found.", requestId);
    },
    (error: unknown) => {
      context.log.error({ requestId, err: error }, "an operational request failed");
      response.destroy();
    },
  );
}

/** Proves to any client that this worker knows INTERNAL_API_TOKEN, even while it drains. */
function prove(message: IncomingMessage, response: ServerResponse, tokens: readonly string[]): void {
  const requestId = requestIdFrom(message.headers["x-request-id"]);
  const answer = message.method === "GET" ? answerChallenge(tokens, message.headers[challengeHeader]) : null;
  if (answer === null) return sendError(response, "UNAUTHENTICATED", "This is not a challenge.", requestId);
  response.setHeader("content-type", "application/json").setHeader("cache-control", "no-store");
  // Sent as a single text, so that the response has a length.
  response.setHeader("x-request-id", requestId).end(JSON.stringify(answer));
}

/** The worker's private listener: `/mcp` and `/http` with INTERNAL_API_TOKEN, by HTTP or in frames, and the operational routes. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { context } = options;
  const fromGateway = internalTokenCheck(options.internalApiTokens);
  let draining = false;

  /** Whether a gateway wants the connection for its calls. */
  const asksForFrames = ({ url, method, headers }: IncomingMessage): boolean =>
    !draining &&
    url === callsPath &&
    method === "GET" &&
    headers.upgrade?.toLowerCase() === callsProtocol &&
    fromGateway(headers["x-internal-token"]);

  function handle(message: IncomingMessage, response: ServerResponse): void {
    if (message.url === proofPath) return prove(message, response, options.internalApiTokens);
    if (draining) response.shouldKeepAlive = false;
    const isCall = runtimePath(message.url ?? "/") !== null;
    if (isCall && fromGateway(message.headers["x-internal-token"])) {
      return serveCall(context, httpRequest(message), response);
    }
    const requestId = requestIdFrom(message.headers["x-request-id"]);
    if (isCall) return sendError(response, "UNAUTHENTICATED", "The internal token is missing or wrong.", requestId);
    answerOperational(options, message, response, requestId);
  }

  const server = createPrivateServer(
    options.certificate,
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      maxHeaderSize: 32 * 1024,
      noDelay: true,
      requestTimeout: 120_000,
      shouldUpgradeCallback: asksForFrames,
    },
    handle,
  );
  const frames = takeFrames(server, options);
  const port = await listen(server, options.port, options.host);
  let closed: Promise<unknown> | undefined;
  const drain = () => {
    if (draining) return;
    draining = true;
    frames.leave();
    closed = goodbye(server, options.goodbyeMs ?? 0).then(() => new Promise((resolve) => server.close(resolve)));
  };
  return {
    port,
    drain,
    async close(graceMs) {
      drain();
      const idle = setInterval(() => server.listening || server.closeIdleConnections(), checkClosingMs);
      const cut = setTimeout(() => {
        server.closeAllConnections();
        frames.cut();
      }, graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
