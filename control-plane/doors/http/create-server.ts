import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { discardRest } from "@ferrule/kit/http/discard-rest.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { serveOperational } from "@ferrule/kit/http/operational-routes.ts";
import { createPrivateServer, type PrivateCertificate } from "@ferrule/kit/tls/serve-privately.ts";
import { answerChallenge, challengeHeader, proofPath } from "@ferrule/kit/peers/peer-proof.ts";
import { requestIdFrom } from "@ferrule/kit/http/request-id.ts";
import type { App } from "../../ground/app.ts";
import type { KeyWatch } from "../../data/secrets/watch-keys.ts";
import { sendError } from "./send-error.ts";

/** We read and discard at most this much of a refused body. If it is larger, the sender loses the connection. */
const discardedBytes = 64 * 1_048_576;

/** Replies to bytes that are not HTTP, for which no request exists yet. */
function refuseGarbage(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = identifier("req");
  const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const timedOut = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const status = tooLarge
    ? "431 Request Header Fields Too Large"
    : timedOut
      ? "408 Request Timeout"
      : "400 Bad Request";
  const body: { error: ErrorBody } = {
    error: { code: "VALIDATION_ERROR", message: "This is not a well-formed HTTP request.", requestId },
  };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nx-request-id: ${requestId}\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

const operational = ["/health", "/ready", "/metrics"];

/** Proves to gateways and workers that this control plane knows their tokens. */
function serveProof(server: FastifyInstance, { settings }: App): void {
  const tokens = [...settings.internalApiTokens, ...settings.workerApiTokens];
  server.get(proofPath, async ({ headers }) => {
    const answer = answerChallenge(tokens, headers[challengeHeader]);
    if (answer === null) throw new PublicError("VALIDATION_ERROR", "This is not a challenge.");
    return answer;
  });
}

function serveOperations(
  server: FastifyInstance,
  app: App,
  failing: () => Promise<string[]>,
  keys: ServerParts["keys"],
): void {
  const detail = () => {
    const reason = keys.lastProblem();
    return reason === null ? {} : { reason };
  };
  const state = { failing, detail, metrics: app.metrics, metricsToken: app.settings.metricsToken };
  for (const url of operational) {
    server.all(url, async (request, reply) => {
      reply.hijack();
      app.gateways.hear(request.headers, app.settings.internalApiTokens);
      reply.raw.setHeader("x-request-id", request.id);
      await serveOperational(request.raw, reply.raw, state);
    });
  }
}

interface ServerParts {
  /** The methods that a path supports. */
  methodsOf?: (path: string) => readonly string[];
  /** Which requests may upgrade; they go to the `upgrade` listener. For all others, we ignore the wish to upgrade. */
  upgrades?: (request: IncomingMessage) => boolean;
  /** Its certificate for other roles; unset: it serves http. */
  certificate?: PrivateCertificate | undefined;
  /** The encryption keys. Without them, the server serves only the operational routes. */
  keys: Pick<KeyWatch, "requireKeys" | "lastProblem">;
}

/**
 * The HTTP server of both listeners: `x-request-id` on every answer, every error in the one shape, `/health`, `/ready`
 * (the database answers, and the encryption keys are the installation's) and `/metrics`. If `methodsOf` names the
 * methods of a path, any other method gets 405 with `Allow`. An unknown path gets 404.
 */
export function createServer(
  app: App,
  failing: () => Promise<string[]>,
  { methodsOf = () => [], upgrades = () => false, certificate, keys }: ServerParts,
): FastifyInstance {
  const server = fastify({
    // Our own handler refuses a request without Host, so that its answer has a request id.
    serverFactory: (handle) =>
      createPrivateServer(certificate, { shouldUpgradeCallback: upgrades, requireHostHeader: false }, handle),
    genReqId: (request) => requestIdFrom(request.headers["x-request-id"]),
    requestIdHeader: false,
    logger: false,
    requestTimeout: 120_000,
    // While the process drains, we serve a request on an open connection as usual, then close that connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_024 },
    clientErrorHandler: refuseGarbage,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.header("x-request-id", request.id);
      sendError(reply, error, app.log);
    },
  });
  server.addHook("onRequest", async (request, reply) => {
    reply
      .header("x-request-id", request.id)
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff");
    // RFC 9112, section 3.2: HTTP/1.1 requires it.
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      throw new PublicError("VALIDATION_ERROR", "The request has no Host header.");
    // The router would read the empty text after a trailing slash as a parameter's value. No path of ours ends with a
    // slash.
    if (/.\/(?:\?|$)/.test(request.url)) throw new PublicError("NOT_FOUND");
    if (![...operational, proofPath].includes(request.url.split("?", 1)[0] ?? "")) keys.requireKeys();
  });
  server.addHook("onResponse", async (request) => discardRest(request.raw, discardedBytes));
  server.setErrorHandler((error, _request, reply) => sendError(reply, error, app.log));
  server.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(request.url.split("?", 1)[0] ?? "");
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    return sendError(reply, new PublicError(allowed.length > 0 ? "METHOD_NOT_ALLOWED" : "NOT_FOUND"), app.log);
  });
  serveOperations(server, app, failing, keys);
  serveProof(server, app);
  return server;
}
