import { hostname } from "node:os";
import type { Settings } from "@ferrule/contract/settings.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Proxies } from "@ferrule/kit/proxies.ts";

/** What a worker must be told. */
export interface WorkerSettings {
  nodeEnv: "development" | "production" | "test";
  /** The origin callers see; its pages may always call. */
  publicUrl: string;
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** What the gateway may send as `x-internal-token`. */
  internalApiTokens: readonly string[];
  /** What this worker sends to the control plane as `x-worker-token`. */
  workerApiToken: string;
  controlPlaneInternalUrl: string;
  /** Invocations at once. */
  runtimeConcurrency: number;
  /** Of them one tenant's, and one Function's, at most; unset: see `Slots`. */
  tenantConcurrency?: number | undefined;
  functionConcurrency?: number | undefined;
  /** What the memory limits of running calls may add up to; unset: see `memoryBudgetMb`. */
  memoryMb?: number | undefined;
  /** Isolates kept warm; unset: as the sandbox has it. */
  idleIsolates?: number | undefined;
  /** Builds at once, apart from invocations. */
  deploymentConcurrency: number;
  /** Where Libraries of kind npm come from; unset: see `npmRegistryUrl`. */
  npmRegistryUrl?: string | undefined;
  /** How long calls are served while the control plane is away. */
  maxStaleMs: number;
  /** CIDRs, or host:port, that Functions may reach although they are private. */
  egressAllowPrivate: string[];
  /** CIDRs, or host:port, that connections to databases may lead to although they are private. */
  databaseAllowPrivate?: string[] | undefined;
  /** What Functions' requests, and those to the npm registry, go through. */
  proxies: Proxies;
  /** Its exact host and port may be reached too. */
  mockIntegrationUrl?: string | undefined;
  /** What executions may take on the disk that the control plane has not taken yet. */
  executionJournalMb: number;
  /** Names of fields that are masked in records, beside those that always are. */
  maskedNames?: readonly string[] | undefined;
  dataDir: string;
  /** When set, `/metrics` needs it as a Bearer token. */
  metricsToken?: string | undefined;
  logLevel: string;
  /** Names this replica in leases and execution records. */
  workerId: string;
}

/** The worker's part of settings that `readRoleSettings` found no problem with. */
export function workerSettings(settings: Settings): WorkerSettings {
  return {
    nodeEnv: settings.NODE_ENV,
    publicUrl: settings.PUBLIC_URL,
    port: settings.PORT,
    host: settings.HOST ?? (settings.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    internalApiTokens: settings.INTERNAL_API_TOKEN!,
    workerApiToken: settings.WORKER_API_TOKEN![0],
    controlPlaneInternalUrl: settings.CONTROL_PLANE_INTERNAL_URL,
    runtimeConcurrency: settings.RUNTIME_CONCURRENCY,
    tenantConcurrency: settings.TENANT_CONCURRENCY,
    functionConcurrency: settings.FUNCTION_CONCURRENCY,
    memoryMb: settings.WORKER_MEMORY_MB,
    idleIsolates: settings.IDLE_ISOLATES,
    deploymentConcurrency: settings.DEPLOYMENT_CONCURRENCY,
    npmRegistryUrl: settings.NPM_REGISTRY_URL,
    maxStaleMs: settings.MAX_STALE_MS,
    egressAllowPrivate: settings.EGRESS_ALLOW_PRIVATE,
    databaseAllowPrivate: settings.DATABASE_ALLOW_PRIVATE,
    proxies: {
      httpProxy: settings.HTTP_PROXY,
      httpsProxy: settings.HTTPS_PROXY,
      noProxy: settings.NO_PROXY,
    },
    mockIntegrationUrl: settings.MOCK_INTEGRATION_URL,
    executionJournalMb: settings.EXECUTION_JOURNAL_MB,
    maskedNames: settings.MASKED_NAMES,
    dataDir: settings.DATA_DIR,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    workerId: `${hostname()}-${process.pid}-${identifier("wrk").slice(-8)}`,
  };
}
