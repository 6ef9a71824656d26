import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { listen } from "@ferrule/kit/listen.ts";
import { serveOperational, type OperationalState } from "@ferrule/kit/operational-routes.ts";
import { requestIdFrom } from "@ferrule/kit/request-id.ts";
import { internalTokenCheck } from "./internal-token.ts";
import { runtimePath } from "./runtime-path.ts";
import { serveRuntime, type RuntimeContext } from "./serve-runtime.ts";

export interface HttpServerOptions {
  port: number;
  host: string;
  internalApiTokens: readonly string[];
  context: RuntimeContext;
  operational: OperationalState;
  /**
   * How long a draining server keeps its connections for the gateway to see that it is not ready any more: a call that
   * is written into a connection while that closes would be lost. It ends sooner when nobody is connected.
   */
  goodbyeMs?: number | undefined;
}

export interface RunningServer {
  port: number;
  /** Takes no new connections after the goodbye; requests on old ones are still answered, and say that the connection ends. */
  drain: () => void;
  /** Resolves when every answer has been sent; cuts what is left after `graceMs`. */
  close: (graceMs: number) => Promise<void>;
}

/** Longer than the gateway keeps a connection unused (and 65 s, which others keep), so that it closes it, not we. */
const keepAliveTimeoutMs = 75_000;
const checkClosingMs = 50;

function errorBody(response: ServerResponse, status: number, code: string, message: string, requestId: string): void {
  response.writeHead(status, [
    "content-type",
    "application/json",
    "cache-control",
    "no-store",
    "x-request-id",
    requestId,
  ]);
  response.end(JSON.stringify({ error: { code, message, requestId } }));
}

async function goodbye(server: Server, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  while (performance.now() < until && (await connections()) > 0) await delay(checkClosingMs);
}

/** The worker's private listener: `/mcp` and `/http` with INTERNAL_API_TOKEN, and the operational routes. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningServer> {
  const { context, operational } = options;
  const fromGateway = internalTokenCheck(options.internalApiTokens);
  let draining = false;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const requestId = requestIdFrom(request.headers["x-request-id"]);
    if (draining) response.shouldKeepAlive = false;
    const path = runtimePath(request.url ?? "/");
    if (path !== null && fromGateway(request.headers["x-internal-token"])) {
      return serveRuntime(context, request, response, requestId, path);
    }
    if (path !== null) {
      return errorBody(response, 401, "UNAUTHENTICATED", "The internal token is missing or wrong.", requestId);
    }
    response.setHeader("x-request-id", requestId);
    serveOperational(request, response, operational).then(
      (served) => {
        if (!served) errorBody(response, 404, "NOT_FOUND", "There is no such thing here.", requestId);
      },
      (error: unknown) => {
        context.log.error({ requestId, err: error }, "an operational request failed");
        response.destroy();
      },
    );
  }

  const server = createServer(
    { keepAliveTimeout: keepAliveTimeoutMs, maxHeaderSize: 32 * 1024, noDelay: true, requestTimeout: 120_000 },
    handle,
  );
  const port = await listen(server, options.port, options.host);
  let closed: Promise<unknown> | undefined;
  const drain = () => {
    draining = true;
    closed ??= goodbye(server, options.goodbyeMs ?? 0).then(() => new Promise((resolve) => server.close(resolve)));
  };
  return {
    port,
    drain,
    async close(graceMs) {
      drain();
      const idle = setInterval(() => server.listening || server.closeIdleConnections(), checkClosingMs);
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
