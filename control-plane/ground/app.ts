import type { Log } from "@ferrule/kit/log.ts";
import type { createMetrics } from "@ferrule/kit/metrics/metrics.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { Cache } from "./ports/cache.ts";
import type { Archive } from "./ports/archive.ts";
import type { ControlPlaneSettings } from "./settings.ts";
import type { Dependents } from "./ports/dependents.ts";
import type { RateStore } from "./ports/rate-store.ts";
import type { Clock } from "./store/clock.ts";
import type { Store } from "./store/store.ts";
import type { Spool } from "./ports/spool.ts";
import type { Gateways } from "./ports/gateways.ts";
import type { Notifications } from "./store/notifications/notifications.ts";

/** Everything that lives as long as the control plane process. */
export interface App {
  settings: ControlPlaneSettings;
  store: Store;
  /** LISTEN/NOTIFY, which wakes held requests at once on every replica. */
  notifications: Notifications;
  /** The Functions' cache: in the database, or in Valkey or Redis. */
  cache: Cache;
  /** Where old executions go; unset: nowhere. */
  archive?: Archive | undefined;
  /** The remaining rates of limits by the minute. */
  rates: RateStore;
  /** Large bodies wait here until they are complete. */
  spool: Spool;
  /** Decides when crons come due, and when days of quotas begin. */
  clock: Clock;
  /** The gateways that have asked this process for its health. */
  gateways: Gateways;
  /** The parts of Ferrule that depend on Functions and Projects. */
  dependents: Dependents;
  log: Log;
  metrics: ReturnType<typeof createMetrics>;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
  /** Aborted when the process drains; held requests then end at once. */
  closing: AbortSignal;
}
