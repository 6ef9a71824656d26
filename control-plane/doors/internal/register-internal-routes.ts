import { sharedNow, sharedTimeHeader } from "@ferrule/kit/shared-time.ts";
import {
  internalRouteNames,
  internalRoutes,
  type InternalRoute,
  type InternalRouteName,
} from "@ferrule/contract/internal/routes.ts";
import { bundleBytesType } from "@ferrule/contract/internal/artifact.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { within } from "@ferrule/kit/tracing/current-span.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../ground/app.ts";
import { endRequestSpan, requestSpan } from "../http/request-span.ts";
import { serveHostCalls } from "./serve-host-calls.ts";
import type { LeasedMetrics } from "../../serving/attempts/leased-metrics.ts";
import { internalHandlers } from "./internal-handlers.ts";
import { serveRoute } from "./serve-route.ts";
import { requireInternal, requireWorker } from "./require-token.ts";

/** The default lease: how long a worker keeps a job or a run without reporting. */
export const usualLeaseMs = 15_000;

/** Times that tests shorten to see a lease expire or a held request end. */
export interface InternalTimes {
  /** How long a worker keeps a job without reporting; default 15 s. */
  leaseMs?: number;
  /** How long a request without an answer is held; default 20 s. */
  holdMs?: number;
}

async function parseJson(_request: unknown, text: string | Buffer): Promise<unknown> {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch (error) {
    throw new PublicError("MALFORMED_JSON", undefined, { cause: error });
  }
}

/** Turns requests of workers into spans when they belong to traced calls. */
function traceRequests(workers: FastifyInstance, app: App): void {
  if (app.tracing === undefined) return;
  workers.addHook("preHandler", (request, reply, done) => {
    const span = requestSpan(app, request, request.routeOptions.url ?? "/internal");
    if (span !== undefined) reply.raw.once("close", () => endRequestSpan(span, reply.statusCode));
    within(span, done);
  });
}

/** Enough for a batch of executions, the largest common message. Routes that take more set their own limit. */
const bodyLimit = 16 * 1_048_576;

/**
 * Serves the table of `/internal` on the private listener. Workers authenticate with WORKER_API_TOKEN; the table says
 * which routes also accept INTERNAL_API_TOKEN. Any replica can serve any request.
 */
export async function registerInternalRoutes(
  server: FastifyInstance,
  app: App,
  metrics: LeasedMetrics,
  { leaseMs = usualLeaseMs, holdMs = 20_000 }: InternalTimes = {},
): Promise<void> {
  server.addHook("onRequest", async (_request, reply) => {
    reply.header(sharedTimeHeader, String(sharedNow()));
  });
  await server.register(async (routes) => {
    // Fastify's own parser refuses a key named __proto__, but any input may contain that key.
    routes.removeContentTypeParser("application/json");
    routes.addContentTypeParser("application/json", { parseAs: "string", bodyLimit }, parseJson);
    routes.addContentTypeParser(bundleBytesType, { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
    const handlers = internalHandlers(app, metrics, { leaseMs, holdMs });
    const isShared = (name: InternalRouteName) => (internalRoutes[name] as InternalRoute).token === "internal";
    await routes.register(async (shared) => {
      shared.addHook("onRequest", async (request) => requireInternal(app, request));
      for (const name of internalRouteNames) if (isShared(name)) serveRoute(shared, name, handlers);
    });
    await routes.register(async (workers) => {
      workers.addHook("onRequest", async (request) => requireWorker(app, request));
      traceRequests(workers, app);
      for (const name of internalRouteNames) if (!isShared(name)) serveRoute(workers, name, handlers);
      serveHostCalls(workers, app);
    });
  });
}
