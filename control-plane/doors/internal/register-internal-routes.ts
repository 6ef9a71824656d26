import { sharedNow, sharedTimeHeader } from "@ferrule/kit/shared-time.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import { within } from "@ferrule/kit/tracing/current-span.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../ground/app.ts";
import type { CronMetrics } from "../../serving/crons/runs/cron-metrics.ts";
import type { DeliveryMetrics } from "../../serving/deliveries/delivery-metrics.ts";
import { endRequestSpan, requestSpan } from "../http/request-span.ts";
import { serveArtifacts } from "./serve-artifacts.ts";
import { serveBuilds } from "./serve-builds.ts";
import { serveBundles } from "./serve-bundles.ts";
import { serveChanges } from "./serve-changes.ts";
import { serveConnections } from "./serve-connections.ts";
import { serveCronRuns } from "./serve-cron-runs.ts";
import { serveDeliveries } from "./serve-deliveries.ts";
import { serveEndpointManifest } from "./serve-endpoint-manifest.ts";
import { serveExecutions } from "./serve-executions.ts";
import { serveHostCalls } from "./serve-host-calls.ts";
import { serveLimits } from "./serve-limits.ts";
import { serveJobs } from "./serve-jobs.ts";
import { serveWorkers } from "./serve-workers.ts";
import { serveSecrets } from "./serve-secrets.ts";
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

/** Counters of the work that workers do for the control plane. */
interface RunMetrics {
  crons: CronMetrics;
  deliveries: DeliveryMetrics;
}

async function parseJson(_request: unknown, text: string | Buffer): Promise<unknown> {
  try {
    return JSON.parse(text.toString()) as unknown;
  } catch (error) {
    throw new PublicError("MALFORMED_JSON", undefined, { cause: error });
  }
}

/** Makes requests of workers that are parts of traced calls steps of their traces. */
function traceRequests(workers: FastifyInstance, app: App): void {
  if (app.tracing === undefined) return;
  workers.addHook("preHandler", (request, reply, done) => {
    const span = requestSpan(app, request, request.routeOptions.url ?? "/internal");
    if (span !== undefined) reply.raw.once("close", () => endRequestSpan(span, reply.statusCode));
    within(span, done);
  });
}

/** Sized for a batch of executions, the largest common message; routes that take more set their own limit. */
const bodyLimit = 16 * 1_048_576;

/**
 * Serves `/internal` on the private listener. Workers authenticate with WORKER_API_TOKEN; only an endpoint's manifest
 * is also available with INTERNAL_API_TOKEN. Any replica answers any request.
 */
export async function registerInternalRoutes(
  server: FastifyInstance,
  app: App,
  { crons, deliveries }: RunMetrics,
  { leaseMs = usualLeaseMs, holdMs = 20_000 }: InternalTimes = {},
): Promise<void> {
  server.addHook("onRequest", async (_request, reply) => {
    reply.header(sharedTimeHeader, String(sharedNow()));
  });
  await server.register(async (routes) => {
    // Fastify's own parser refuses a key named __proto__, which any input may contain.
    routes.removeContentTypeParser("application/json");
    routes.addContentTypeParser("application/json", { parseAs: "string", bodyLimit }, parseJson);
    await routes.register(async (shared) => {
      shared.addHook("onRequest", async (request) => requireInternal(app, request));
      serveEndpointManifest(shared, app);
    });
    await routes.register(async (workers) => {
      workers.addHook("onRequest", async (request) => requireWorker(app, request));
      traceRequests(workers, app);
      serveChanges(workers, app, holdMs);
      serveArtifacts(workers, app);
      serveBundles(workers, app);
      serveBuilds(workers, app);
      serveJobs(workers, app, { leaseMs, holdMs });
      serveCronRuns(workers, app, { leaseMs, holdMs, metrics: crons });
      serveDeliveries(workers, app, { leaseMs, holdMs, metrics: deliveries });
      serveExecutions(workers, app, deliveries);
      serveSecrets(workers, app);
      serveConnections(workers, app);
      serveHostCalls(workers, app);
      serveWorkers(workers, app);
      serveLimits(workers, app);
    });
  });
}
