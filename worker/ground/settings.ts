import { hostname } from "node:os";
import { privateCertificateOf } from "@ferrule/contract/settings/private-listener-settings.ts";
import type { Settings } from "@ferrule/contract/settings/settings.ts";
import type { CertificateFiles } from "@ferrule/kit/tls/certificate.ts";
import type { TracingSettings } from "@ferrule/kit/tracing/tracing.ts";
import { tracingSettingsOf } from "@ferrule/contract/settings/tracing-settings-of.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";

/** The settings that a worker needs. */
export interface WorkerSettings {
  nodeEnv: "development" | "production" | "test";
  /** The origin that callers see. Its pages may always call. */
  publicUrl: string;
  /** The origin of HTTP APIs. Unset: they share `publicUrl`. */
  publicAppsUrl?: string | undefined;
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** The values that the gateway may send as `x-internal-token`. */
  internalApiTokens: readonly string[];
  /** The token that this worker sends to the control plane as `x-worker-token`. */
  workerApiToken: string;
  /** The tokens whose keys seal what clients carry: the first seals, all open. Unset: `workerApiToken` only. */
  sealingTokens?: readonly string[] | undefined;
  controlPlaneInternalUrl: string;
  /** The certificate for gateways; unset: it serves http. */
  certificate?: CertificateFiles | undefined;
  /** A file with the certificate authorities for the control plane; unset: those that Node knows. */
  authoritiesFile?: string | undefined;
  /** Concurrent invocations. */
  runtimeConcurrency: number;
  /** The most of these for attempts of runs, cron runs and deliveries. Unset: as many as for other background work. */
  runConcurrency?: number | undefined;
  /** The most of these for one tenant and for one Function. Unset: see `Slots`. */
  tenantConcurrency?: number | undefined;
  functionConcurrency?: number | undefined;
  /** The limit for the sum of running calls' memory limits. Unset: see `memoryBudgetMb`. */
  memoryMb?: number | undefined;
  /** The number of warm isolates. Unset: the sandbox's default. */
  idleIsolates?: number | undefined;
  /** Open streams on which MCP clients listen for changes. Unset: 16,384. */
  mcpListeners?: number | undefined;
  /** Concurrent builds, besides invocations. */
  deploymentConcurrency: number;
  /** The registry of npm Libraries. Unset: see `npmRegistryUrl`. */
  npmRegistryUrl?: string | undefined;
  /** How long this worker serves calls while the control plane is away. */
  maxStaleMs: number;
  /** Private addresses that Functions may reach, as CIDR or host:port. */
  egressAllowPrivate: string[];
  /** Private addresses of databases that connections may reach, as CIDR or host:port. */
  databaseAllowPrivate?: string[] | undefined;
  /** The proxies for Functions' requests and for the npm registry. */
  proxies: Proxies;
  /** Functions may also reach its exact host and port. */
  mockIntegrationUrl?: string | undefined;
  /** Disk space for executions that the control plane has not accepted yet. */
  executionJournalMb: number;
  /** Names of fields to mask in records, besides the usual ones. */
  maskedNames?: readonly string[] | undefined;
  dataDir: string;
  /** If set, `/metrics` requires it as a Bearer token. */
  metricsToken?: string | undefined;
  logLevel: string;
  /** Unset: nothing is traced. */
  tracing?: TracingSettings | undefined;
  /** Identifies this replica in leases and execution records. */
  workerId: string;
}

/** The worker's settings, after `readRoleSettings` has found no problem. */
export function workerSettings(settings: Settings): WorkerSettings {
  return {
    nodeEnv: settings.NODE_ENV,
    publicUrl: settings.PUBLIC_URL,
    publicAppsUrl: settings.PUBLIC_APPS_URL,
    port: settings.PORT,
    host: settings.HOST ?? (settings.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    internalApiTokens: settings.INTERNAL_API_TOKEN!,
    workerApiToken: settings.WORKER_API_TOKEN![0],
    sealingTokens: settings.WORKER_API_TOKEN,
    controlPlaneInternalUrl: settings.CONTROL_PLANE_INTERNAL_URL,
    certificate: privateCertificateOf(settings),
    authoritiesFile: settings.INTERNAL_TLS_CA_FILE,
    runtimeConcurrency: settings.RUNTIME_CONCURRENCY,
    runConcurrency: settings.RUN_CONCURRENCY,
    tenantConcurrency: settings.TENANT_CONCURRENCY,
    functionConcurrency: settings.FUNCTION_CONCURRENCY,
    memoryMb: settings.WORKER_MEMORY_MB,
    idleIsolates: settings.IDLE_ISOLATES,
    mcpListeners: settings.MCP_LISTENERS,
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
    tracing: tracingSettingsOf(settings, "worker"),
    workerId: `${hostname()}-${process.pid}-${identifier("wrk").slice(-8)}`,
  };
}
