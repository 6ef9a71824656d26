import { join } from "node:path";
import type { Log } from "@ferrule/kit/log.ts";
import { createMetrics } from "@ferrule/kit/metrics/metrics.ts";
import { openTracing } from "@ferrule/kit/tracing/open-tracing.ts";
import type { App } from "./ground/app.ts";
import { openCache } from "./data/cache/open-cache.ts";
import { openArchive } from "./observed/executions/archive/archive.ts";
import { createSpool } from "./doors/http/spool.ts";
import { openRates } from "./serving/limits/open-rates.ts";
import type { ControlPlaneSettings } from "./ground/settings.ts";
import { openDependents } from "./open-dependents.ts";
import { OpenGateways } from "./observed/status/heard-gateways.ts";
import { bringUpToDate } from "./ground/store/schema/bring-up-to-date.ts";
import { databaseClock, measureSharedTime, type Clock } from "./ground/store/clock.ts";
import { MigrationError } from "./ground/store/schema/migrations-of.ts";
import { OpenNotifications } from "./ground/store/notifications/open-notifications.ts";
import { openStore, type OpenStore } from "./ground/store/connections/open-store.ts";
import { recordsRole } from "./ground/store/roles/records-role.ts";
import { runtimeRole } from "./ground/store/roles/runtime-role.ts";

/** Room for four concurrent imports of the maximum size. */
const spooledBytes = 4 * 64 * 1_048_576;

/** The parts of a control plane, before it serves anything. */
export interface OpenApp extends AsyncDisposable {
  app: App;
  /** Rejects while the database cannot be reached. */
  ping: () => Promise<void>;
  /** Aborts `app.closing`. */
  closing: AbortController;
}

const powerfulBehindPooler =
  "Behind a pooler the role of DATABASE_URL must not be a superuser, and must not bypass row-level security: its sessions are shared.";

/**
 * Brings the database up to date if its role may, and opens it. `direct` is the URL that avoids a pooler, for
 * connections whose session must last.
 * @throws MigrationError and the database's own errors
 */
async function openDatabase(settings: ControlPlaneSettings, log: Log): Promise<{ store: OpenStore; direct: string }> {
  const { databaseUrl } = settings;
  // A pooler in transaction mode gives each transaction another session, so nothing of a session may be needed by the
  // next one.
  const pooled = settings.databaseDirectUrl !== undefined;
  const direct = settings.databaseDirectUrl ?? databaseUrl;
  const role = await runtimeRole(direct);
  if (pooled && role !== null) throw new MigrationError(powerfulBehindPooler);
  await bringUpToDate(direct, role, log);
  const roles = { role, recordsRole: await recordsRole(direct, role, log) };
  const store = openStore({ databaseUrl, ...roles, pooled, log });
  return { store, direct };
}

/**
 * Opens everything that lives as long as a control plane's process. It serves nothing and schedules nothing.
 * @throws MigrationError and the database's own errors
 */
export async function openApp(
  settings: ControlPlaneSettings,
  { log, clock = databaseClock }: { log: Log; clock?: Clock | undefined },
): Promise<OpenApp> {
  await using opening = new AsyncDisposableStack();
  const { store, direct } = await openDatabase(settings, log);
  opening.use(store);
  await measureSharedTime(store);
  const notifications = opening.use(await OpenNotifications.open(direct, log));
  const cache = opening.use(await openCache({ settings, store, log }));
  const rates = opening.use(await openRates({ settings, store, log }));
  const closing = new AbortController();
  const metrics = createMetrics("control-plane");
  const tracing = await openTracing({ settings: settings.tracing, role: "control-plane", registry: metrics, log });
  if (tracing !== undefined) opening.use(tracing);
  const app: App = {
    settings,
    store,
    notifications,
    cache,
    archive: openArchive(settings),
    rates,
    spool: createSpool(join(settings.dataDir, "spool"), spooledBytes),
    clock,
    gateways: new OpenGateways(),
    dependents: openDependents(clock),
    log,
    metrics,
    tracing,
    closing: closing.signal,
  };
  const open = opening.move();
  return { app, ping: store.ping, closing, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
