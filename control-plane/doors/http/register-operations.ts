import { fastifyCookie } from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { within } from "@ferrule/kit/tracing/current-span.ts";
import { isOneOfTokens } from "@ferrule/kit/tokens-equal.ts";
import { operationNames, operations, type OperationName } from "@ferrule/contract/operations.ts";
import type { App } from "../../ground/app.ts";
import { clientAddress } from "../../ground/handler/client-address.ts";
import type { AnyHandler, Exchange } from "./pipeline/exchange.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { runPipeline } from "./pipeline/pipeline.ts";
import { createRequestMetrics } from "./request-metrics.ts";
import { endRequestSpan, requestSpan } from "./request-span.ts";
import { sendOutcome } from "./send-outcome.ts";

/** Created once: an error captures a stack trace, and every request would need one. */
const over = new DOMException("The request is over.", "AbortError");

/** Aborts when the caller has gone or the process drains; removes both listeners once the answer is sent. */
function signalOf(app: App, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(over);
  if (app.closing.aborted) abort();
  app.closing.addEventListener("abort", abort, { once: true });
  reply.raw.once("close", () => {
    app.closing.removeEventListener("abort", abort);
    abort();
  });
  return controller.signal;
}

function openExchange(
  app: App,
  name: OperationName,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Exchange {
  return {
    app,
    name,
    operation: operations[name],
    handler,
    request,
    reply,
    requestId: request.id,
    ip: clientAddress(request.raw, app.settings.internalApiTokens),
    userAgent: request.headers["user-agent"] ?? null,
    signal: signalOf(app, reply),
    actor: null,
    user: null,
    session: null,
    project: null,
    params: undefined,
    query: undefined,
    body: undefined,
    ifMatch: null,
    idempotencyKey: null,
  };
}

/** The span of a request, if its gateway traces it. */
function spanOf(app: App, request: FastifyRequest, reply: FastifyReply, path: string): Span | undefined {
  if (app.tracing === undefined) return undefined;
  const isFromGateway = isOneOfTokens(request.headers["x-internal-token"], app.settings.internalApiTokens);
  const span = isFromGateway ? requestSpan(app, request, path) : undefined;
  if (span !== undefined) reply.raw.once("close", () => endRequestSpan(span, reply.statusCode));
  return span;
}

/**
 * Serves every operation of the table through the pipeline. It does not read bodies here: the pipeline reads one only
 * after the checks before it have passed.
 */
export async function registerOperations(server: FastifyInstance, app: App, handlers: Handlers): Promise<void> {
  await server.register(fastifyCookie);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const observe = createRequestMetrics(app.metrics);
  for (const name of operationNames) {
    const { method, path } = operations[name];
    const handler = handlers[name] as AnyHandler;
    server.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const span = spanOf(app, request, reply, path);
        const outcome = await within(span, () => runPipeline(openExchange(app, name, handler, request, reply)));
        return sendOutcome(reply, operations[name], outcome, app.settings);
      },
      // Runs for refusals too. The status is final by now, and nothing has been sent.
      onSend: async (_request, reply) => observe(name, reply.statusCode, reply.elapsedTime),
    });
  }
}
