import { privateCertificateOf } from "@ferrule/contract/settings/private-listener-settings.ts";
import type { NewIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import { tracingSettingsOf } from "@ferrule/contract/settings/tracing-settings-of.ts";
import type { CertificateFiles } from "@ferrule/kit/tls/certificate.ts";
import type { TracingSettings } from "@ferrule/kit/tracing/tracing.ts";
import type { Settings } from "@ferrule/contract/settings/settings.ts";
import type { BucketSettings } from "./ports/archive.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";

/** The values of one token: we send the first and accept all. */
type Tokens = readonly [string, ...string[]];

/** The control plane's configuration. */
export interface ControlPlaneSettings {
  nodeEnv: "development" | "production" | "test";
  /** The one public origin, without a trailing slash. */
  publicUrl: string;
  /** The origin of HTTP APIs. Unset: they share `publicUrl`. */
  publicAppsUrl?: string | undefined;
  port: number;
  host: string;
  /** The certificate of both listeners, for other roles; unset: they serve http. */
  certificate?: CertificateFiles | undefined;
  /** The port of the private `/internal` listener. */
  internalPort: number;
  databaseUrl: string;
  /**
   * The database server itself, when `databaseUrl` leads to a pooler in transaction mode. Migrations and notifications
   * need it.
   */
  databaseDirectUrl?: string | undefined;
  /** The Valkey or Redis server for the cache; unset: the database. */
  redisUrl?: string | undefined;
  /** The limit for one Project's cache in the database, in MB. */
  cacheProjectMb: number;
  sessionSecret: string;
  /** The first one encrypts; each of them may decrypt. */
  encryptionKeys: readonly string[];
  /** Sent with a request, it proves that the request comes from the gateway. */
  internalApiTokens: Tokens;
  workerApiTokens: Tokens;
  metricsToken?: string | undefined;
  ownerEmail: string;
  ownerPassword?: string | undefined;
  dataDir: string;
  demoMode: boolean;
  /** How long a worker keeps a job or a run without reporting; default 15 s. */
  runLeaseMs?: number | undefined;
  executionRetentionDays: number;
  executionRetentionMb: number;
  /** Where old executions go before they are removed; unset: nowhere. */
  archive?: (BucketSettings & { retentionDays: number }) | undefined;
  /** How long we keep build results that nothing refers to. */
  buildRetentionDays: number;
  /** How long a session may be idle; default 12 h. */
  sessionIdleMs?: number | undefined;
  /** How long a session may last at most; default 7 days. */
  sessionAbsoluteMs?: number | undefined;
  /** The company's sign-in providers that the configuration names. */
  identityProviders?: readonly NewIdentityProvider[] | undefined;
  /** Names of fields that are redacted in audit events, in addition to the built-in ones. */
  maskedNames?: readonly string[] | undefined;
  /** Addresses as CIDR or host:port. We may fetch a client's metadata document from them although they are private. */
  egressAllowPrivate: readonly string[];
  /** The proxies for requests to outside addresses. */
  proxies?: Proxies | undefined;
  logLevel: string;
  /** Unset: nothing is traced. */
  tracing?: TracingSettings | undefined;
  /** The page of a trace, with `{traceId}` in it. */
  traceUrlTemplate?: string | undefined;
}

type ArchiveSetting = Extract<keyof Settings, `ARCHIVE_${string}`>;

/** The settings of the archive, also for commands; undefined when there is none. */
export function archiveSettingsOf(settings: Pick<Settings, ArchiveSetting>): ControlPlaneSettings["archive"] {
  const { ARCHIVE_URL: url, ARCHIVE_ACCESS_KEY_ID: accessKeyId, ARCHIVE_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const { ARCHIVE_REGION: region, ARCHIVE_RETENTION_DAYS: retentionDays } = settings;
  return { url, region, accessKeyId, secretAccessKey, retentionDays };
}

/** The control plane's part of settings that passed `readRoleSettings`, with this database. */
export function controlPlaneSettings(settings: Settings, databaseUrl: string): ControlPlaneSettings {
  return {
    nodeEnv: settings.NODE_ENV,
    publicUrl: settings.PUBLIC_URL,
    publicAppsUrl: settings.PUBLIC_APPS_URL,
    port: settings.PORT,
    host: settings.HOST ?? (settings.NODE_ENV === "production" ? "0.0.0.0" : "127.0.0.1"),
    certificate: privateCertificateOf(settings),
    internalPort: settings.INTERNAL_PORT,
    databaseUrl,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    redisUrl: settings.REDIS_URL,
    cacheProjectMb: settings.CACHE_PROJECT_MB,
    sessionSecret: settings.SESSION_SECRET!,
    encryptionKeys: settings.ENCRYPTION_KEYS!,
    internalApiTokens: settings.INTERNAL_API_TOKEN!,
    workerApiTokens: settings.WORKER_API_TOKEN!,
    metricsToken: settings.METRICS_TOKEN,
    ownerEmail: settings.OWNER_EMAIL,
    ownerPassword: settings.OWNER_PASSWORD,
    dataDir: settings.DATA_DIR,
    demoMode: settings.DEMO_MODE,
    runLeaseMs: settings.RUN_LEASE_MS,
    executionRetentionDays: settings.EXECUTION_RETENTION_DAYS,
    executionRetentionMb: settings.EXECUTION_RETENTION_MB,
    archive: archiveSettingsOf(settings),
    buildRetentionDays: settings.BUILD_RETENTION_DAYS,
    sessionIdleMs: settings.SESSION_IDLE_MS,
    sessionAbsoluteMs: settings.SESSION_ABSOLUTE_MS,
    identityProviders: settings.IDENTITY_PROVIDERS,
    maskedNames: settings.MASKED_NAMES,
    egressAllowPrivate: settings.EGRESS_ALLOW_PRIVATE,
    proxies: { httpProxy: settings.HTTP_PROXY, httpsProxy: settings.HTTPS_PROXY, noProxy: settings.NO_PROXY },
    logLevel: settings.LOG_LEVEL,
    tracing: tracingSettingsOf(settings, "control-plane"),
    traceUrlTemplate: settings.TRACE_URL_TEMPLATE,
  };
}
