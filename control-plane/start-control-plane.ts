import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { openPrivateCertificate } from "@ferrule/kit/tls/serve-privately.ts";
import { watchClock } from "@ferrule/kit/watch-clock.ts";
import type { App } from "./ground/app.ts";
import { bootstrapOwner } from "./people/users/bootstrap-owner.ts";
import { addAlertMetrics } from "./whole/alerts/alert-metrics.ts";
import { addExportMetrics } from "./observed/exports/export-metrics.ts";
import { createLeasedMetrics } from "./serving/attempts/leased-metrics.ts";
import { startCronScheduler } from "./serving/crons/runs/start-cron-scheduler.ts";
import { addArchiveMetrics } from "./observed/executions/archive/archive-metrics.ts";
import { handlers } from "./handlers.ts";
import { allowedMethods } from "./doors/http/allowed-methods.ts";
import { registerOauthRoutes } from "./serving/oauth/register-oauth-routes.ts";
import { keepSettingsProviders } from "./people/identity/keep-settings-providers.ts";
import { createServer } from "./doors/http/create-server.ts";
import { denialLedger } from "./doors/http/pipeline/denial-ledger.ts";
import { openListener } from "./doors/http/listener.ts";
import { registerOperations } from "./doors/http/register-operations.ts";
import { asksForHostCalls } from "./doors/internal/serve-host-calls.ts";
import { serveInternalReadiness } from "./doors/internal/serve-internal-readiness.ts";
import { registerInternalRoutes, type InternalTimes } from "./doors/internal/register-internal-routes.ts";
import { registerManagementServer } from "./doors/management/register-management-server.ts";
import { registerScimRoutes } from "./doors/scim/register-scim-routes.ts";
import { scheduledTasks } from "./doors/scheduler/scheduled-tasks.ts";
import { openApp } from "./open-app.ts";
import { startScheduler } from "./doors/scheduler/start-scheduler.ts";
import { watchKeys, type KeyWatch } from "./data/secrets/watch-keys.ts";
import type { ControlPlaneSettings } from "./ground/settings.ts";
import { startHeartbeat } from "./observed/status/start-heartbeat.ts";
import type { Clock } from "./ground/store/clock.ts";

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

/** Names the reason for which this process is not ready. */
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
 * Serves `/internal` and `/api`. Disposing closes both at the same time, after their callers have left. By then, held
 * requests have ended, and new connections are refused before anybody sends anything over them.
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
  registerManagementServer(api, app);
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
 * Starts the control plane: migrates the database if its role may, creates the first owner, runs the scheduler, and
 * serves `/api` and, on its own port, `/internal`. Disposing drains: it ends held requests at once, finishes running
 * work, then closes everything.
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
  const metrics = createLeasedMetrics(app.metrics, app);
  addExportMetrics(app.metrics, app);
  addAlertMetrics(app.metrics, app);
  started.use(startScheduler(app, scheduledTasks({ metrics, leaseMs: internalTimes.leaseMs })));
  started.use(startCronScheduler(app, metrics.crons));
  started.use(startHeartbeat(app));
  started.use(watchClock(log));

  const isFailing = failing(ping, keys, closing.signal);
  const listeners = started.use(await openListeners(app, isFailing, metrics, internalTimes, keys));
  // Disposed first; this ends all held requests.
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
