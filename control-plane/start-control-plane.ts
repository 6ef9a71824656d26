import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { openPrivateCertificate } from "@ferrule/kit/tls/serve-privately.ts";
import type { App } from "./app.ts";
import { bootstrapOwner } from "./bootstrap-owner.ts";
import { addExportMetrics } from "./exports/export-metrics.ts";
import { createDeliveryMetrics } from "./deliveries/delivery-metrics.ts";
import { createCronMetrics } from "./crons/runs/cron-metrics.ts";
import { startCronScheduler } from "./crons/runs/start-cron-scheduler.ts";
import { addArchiveMetrics } from "./executions/archive/archive-metrics.ts";
import { handlers } from "./handlers.ts";
import { allowedMethods } from "./http/allowed-methods.ts";
import { registerOauthRoutes } from "./oauth/register-oauth-routes.ts";
import { keepSettingsProviders } from "./identity/keep-settings-providers.ts";
import { createServer } from "./http/create-server.ts";
import { denialLedger } from "./http/pipeline/denial-ledger.ts";
import { openListener } from "./http/listener.ts";
import { registerOperations } from "./http/register-operations.ts";
import { asksForHostCalls } from "./internal/serve-host-calls.ts";
import { serveInternalReadiness } from "./internal/serve-internal-readiness.ts";
import { registerInternalRoutes, type InternalTimes } from "./internal/register-internal-routes.ts";
import { registerScimRoutes } from "./scim/register-scim-routes.ts";
import { scheduledTasks } from "./scheduler/scheduled-tasks.ts";
import { openApp } from "./open-app.ts";
import { startScheduler } from "./scheduler/start-scheduler.ts";
import { watchKeys, type KeyWatch } from "./secrets/watch-keys.ts";
import type { ControlPlaneSettings } from "./settings.ts";
import { startHeartbeat } from "./status/start-heartbeat.ts";
import type { Clock } from "./store/clock.ts";

export interface ControlPlane extends AsyncDisposable {
  app: App;
  /** The port that serves `/api`. */
  port: number;
  /** The port that serves `/internal`. */
  internalPort: number;
}

export interface ControlPlaneOptions {
  log: Log;
  /** Times that tests shorten to see a lease expire or a held request end. */
  internalTimes?: InternalTimes;
  /** The clock by which crons come due and days of quotas begin; default: the database's. */
  clock?: Clock | undefined;
}

/** Names what keeps this process from being ready. */
function failing(ping: () => Promise<void>, keys: KeyWatch, closing: AbortSignal): () => Promise<string[]> {
  return async () => {
    if (closing.aborted) return ["draining"];
    const answered = await Promise.race([
      ping().then(
        () => true,
        () => false,
      ),
      delay(2_000, false, { ref: false }),
    ]);
    if (!answered) return ["database"];
    return (await keys.problem().catch(keys.lastProblem)) === null ? [] : ["encryption-keys"];
  };
}

/**
 * Serves `/internal` and `/api`. Disposing closes both at the same time, when their callers have left. Held requests are
 * answered at once by then, and connections for others are refused before anything is sent over them.
 */
async function openListeners(
  app: App,
  isFailing: () => Promise<string[]>,
  metrics: Parameters<typeof registerInternalRoutes>[2],
  internalTimes: InternalTimes,
  keys: KeyWatch,
) {
  const { host, port, internalPort } = app.settings;
  const certificate = await openPrivateCertificate(app.settings.certificate, { registry: app.metrics, log: app.log });
  const internal = createServer(app, isFailing, {
    keys,
    certificate,
    upgrades: (request) => !keys.isForeign() && asksForHostCalls(app, request),
  });
  await registerInternalRoutes(internal, app, metrics, internalTimes);
  serveInternalReadiness(internal, app, isFailing);
  const api = createServer(app, isFailing, { keys, certificate, methodsOf: allowedMethods });
  await registerOperations(api, app, handlers);
  registerOauthRoutes(api, app);
  registerScimRoutes(api, app);
  await using opening = new AsyncDisposableStack();
  opening.use(certificate);
  const internalListener = opening.use(await openListener(internal, { port: internalPort, host, goodbye: true }));
  const apiListener = await openListener(api, { port, host, goodbye: true });
  opening.move();
  return {
    port: apiListener.port,
    internalPort: internalListener.port,
    async [Symbol.asyncDispose]() {
      await Promise.all([internalListener, apiListener].map((listener) => listener[Symbol.asyncDispose]()));
      certificate?.[Symbol.dispose]();
    },
  };
}

/**
 * Starts the control plane: migrates the database if its role may, creates the first owner, runs the scheduler, and serves `/api` and,
 * on its own port, `/internal`. Disposing drains: held requests are answered at once, running work is finished, then
 * everything is closed.
 * @throws MigrationError, ListenError and the database's own errors
 */
export async function startControlPlane(
  settings: ControlPlaneSettings,
  { log, internalTimes: given = {}, clock }: ControlPlaneOptions,
): Promise<ControlPlane> {
  const { runLeaseMs } = settings;
  const internalTimes = { ...(runLeaseMs === undefined ? {} : { leaseMs: runLeaseMs }), ...given };
  await using started = new AsyncDisposableStack();
  const { app, ping, closing } = started.use(await openApp(settings, { log, clock }));
  started.defer(() => denialLedger(app).flush());
  await bootstrapOwner(app);
  const keys = await watchKeys(app);
  if (!keys.isForeign()) await keepSettingsProviders(app);
  addArchiveMetrics(app);
  const cronMetrics = createCronMetrics(app.metrics, app);
  const deliveryMetrics = createDeliveryMetrics(app.metrics, app);
  addExportMetrics(app.metrics, app);
  started.use(startScheduler(app, scheduledTasks({ cronMetrics, deliveryMetrics, leaseMs: internalTimes.leaseMs })));
  started.use(startCronScheduler(app, cronMetrics));
  started.use(startHeartbeat(app));

  const metricsOfRuns = { crons: cronMetrics, deliveries: deliveryMetrics };
  const isFailing = failing(ping, keys, closing.signal);
  const listeners = started.use(await openListeners(app, isFailing, metricsOfRuns, internalTimes, keys));
  // Disposed first, which wakes all held requests.
  started.defer(() => closing.abort());
  const { port, internalPort } = listeners;
  log.info({ port, internalPort }, "control plane listens");

  const running = started.move();
  return {
    app,
    port,
    internalPort,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
