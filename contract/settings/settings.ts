import { z, type ZodType } from "zod";
import { privateListenerSettings } from "./private-listener-settings.ts";
import { publicListenerSettings } from "./public-listener-settings.ts";
import { flag } from "./setting-flag.ts";
import { archiveSettings } from "./archive-settings.ts";
import {
  addressRange,
  appsOrigin,
  credentials,
  databaseUrl,
  httpUrl,
  identityProviders,
  integer,
  isWhole,
  list,
  optionalText,
  origin,
  proxyUrl,
  reachable,
  unescaped,
  whole,
} from "./setting-shapes.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

/** The processes that read settings. `start` is the one-machine supervisor. */
export const settingReaders = ["gateway", "control-plane", "worker", "start"] as const;
export type SettingReader = (typeof settingReaders)[number];

export interface SettingDescription {
  /** Parses the text of the environment variable; `undefined` if it is unset. */
  schema: ZodType;
  description: string;
  readers: readonly SettingReader[];
  credential?: true;
  /** An alternative name of the environment variable, read if the first is unset. */
  alias?: string;
}

const everyone = settingReaders;
const roles = ["gateway", "control-plane", "worker"] as const;

/** Every setting of Ferrule, in one place and with one schema; `ferrule config` lists them. */
export const settings = {
  NODE_ENV: {
    schema: z
      .enum(["development", "production", "test"], { error: "must be development, production or test" })
      .default("development"),
    description: "`production` turns on the production refusals",
    readers: everyone,
  },
  PUBLIC_URL: {
    schema: origin.default("http://localhost:8080"),
    description: "The one public origin",
    readers: everyone,
  },
  PUBLIC_APPS_URL: {
    schema: appsOrigin,
    description:
      "An origin of its own for HTTP APIs, such as `https://apps.example.com`; with `https://*.apps.example.com` one for each Project and environment",
    readers: everyone,
  },
  INTRANET_HTTP: {
    schema: z.literal("accept", { error: "can only be `accept`" }).optional(),
    description: "`accept`: production may serve a PUBLIC_URL of http on an intranet name or a private address",
    readers: everyone,
  },
  PORT: { schema: integer(8080, 0, 65_535), description: "The port this process listens on", readers: everyone },
  HOST: {
    schema: optionalText,
    description: "The address to listen on; default 127.0.0.1, in production 0.0.0.0",
    readers: everyone,
  },
  INTERNAL_PORT: {
    schema: integer(8081, 0, 65_535),
    description: "The port of the private /internal listener",
    readers: ["control-plane"],
  },
  DATABASE_URL: {
    schema: databaseUrl,
    description: "PostgreSQL; unset: the embedded one",
    readers: ["control-plane", "start"],
    credential: true,
  },
  DATABASE_DIRECT_URL: {
    schema: databaseUrl,
    description: "The PostgreSQL server itself, if DATABASE_URL leads to a transaction pooler such as PgBouncer",
    readers: ["control-plane"],
    credential: true,
  },
  REDIS_URL: {
    schema: z
      .string()
      .regex(/^rediss?:\/\//, "must be a redis:// or rediss:// URL")
      .refine(isWhole, unescaped)
      .optional(),
    description: "Valkey or Redis for the cache of Functions; unset: the database",
    readers: ["control-plane"],
    credential: true,
  },
  CACHE_PROJECT_MB: {
    schema: integer(512, 1, 1_000_000),
    description: "Size limit of one Project's cache in the database; entries that expire soonest go first",
    readers: ["control-plane"],
  },
  EMBEDDED_DATABASE: {
    schema: z.literal("accept", { error: "can only be `accept`" }).optional(),
    description: "`accept`: use the embedded PostgreSQL in production too",
    readers: ["control-plane", "start"],
  },
  SESSION_SECRET: {
    schema: optionalText,
    description: "Signs session cookies",
    readers: ["control-plane"],
    credential: true,
  },
  IDENTITY_PROVIDERS: {
    schema: identityProviders,
    description: "Providers of the company's sign-in, as a JSON array of what `POST /api/identity-providers` takes",
    readers: ["control-plane"],
    credential: true,
  },
  SESSION_IDLE_MS: {
    schema: integer(43_200_000, 60_000, 2_592_000_000),
    description: "A session ends after this time without use",
    readers: ["control-plane"],
  },
  SESSION_ABSOLUTE_MS: {
    schema: integer(604_800_000, 60_000, 31_536_000_000),
    description: "A session ends after this time in any case",
    readers: ["control-plane"],
  },
  ENCRYPTION_KEYS: {
    schema: credentials,
    description: "Comma-separated; the first encrypts, all decrypt",
    readers: ["control-plane"],
    credential: true,
  },
  INTERNAL_API_TOKEN: {
    schema: credentials,
    description:
      "Authenticates the gateway to the roles behind it; comma-separated: the first is sent, all are accepted",
    readers: roles,
    credential: true,
  },
  WORKER_API_TOKEN: {
    schema: credentials,
    description: "Authenticates workers to the control plane; comma-separated: the first is sent, all are accepted",
    readers: ["control-plane", "worker"],
    credential: true,
  },
  METRICS_TOKEN: { schema: optionalText, description: "Bearer token for /metrics", readers: roles, credential: true },
  CONTROL_PLANE_URL: {
    schema: httpUrl.default("http://127.0.0.1:8082"),
    description: "Where the gateway finds /api",
    readers: ["gateway"],
  },
  CONTROL_PLANE_INTERNAL_URL: {
    schema: httpUrl.default("http://127.0.0.1:8081"),
    description: "Where workers find /internal",
    readers: ["worker"],
  },
  WORKER_URLS: {
    schema: list.pipe(z.array(httpUrl)),
    description: "Comma-separated worker URLs, or one whose DNS name stands for all workers",
    readers: ["gateway"],
  },
  TRUSTED_PROXIES: {
    schema: list.pipe(z.array(addressRange)),
    description: "Comma-separated CIDRs of proxies that may say who calls",
    readers: ["gateway"],
  },
  ...publicListenerSettings,
  ...privateListenerSettings,
  RUNTIME_CONCURRENCY: {
    schema: integer(64, 1, 10_000),
    description: "Invocations at once per worker",
    readers: ["worker"],
  },
  RUN_CONCURRENCY: {
    schema: whole(1, 10_000).optional(),
    description: "Attempts of runs, cron runs and deliveries at once per worker; unset: half of RUNTIME_CONCURRENCY",
    readers: ["worker"],
  },
  MCP_LISTENERS: {
    schema: integer(16_384, 0, 100_000),
    description: "Open streams per worker on which MCP clients listen for changes; 0: none, and nothing is announced",
    readers: ["worker"],
  },
  TENANT_CONCURRENCY: {
    schema: whole(1, 10_000).optional(),
    description:
      "Invocations at once of one tenant per worker; unset: three quarters of the slots and of the memory while other tenants call, else all",
    readers: ["worker"],
  },
  FUNCTION_CONCURRENCY: {
    schema: whole(1, 10_000).optional(),
    description:
      "Invocations at once of one Function per worker; unset: three quarters of the slots while other Functions are called, else all",
    readers: ["worker"],
  },
  WORKER_MEMORY_MB: {
    schema: whole(64, 10_000_000).optional(),
    description:
      "Limit for the sum of the memory limits of running invocations per worker; unset: three quarters of the machine's or container's memory",
    readers: ["worker"],
  },
  IDLE_ISOLATES: {
    schema: integer(200, 1, 10_000),
    description: "Isolates kept warm for the next call per worker, about 3 MB each; the longest unused goes first",
    readers: ["worker"],
  },
  DEPLOYMENT_CONCURRENCY: {
    schema: integer(1, 1, 64),
    description: "Builds at once per worker, apart from invocations",
    readers: ["worker"],
  },
  NPM_REGISTRY_URL: {
    schema: httpUrl.optional(),
    description:
      "Where Libraries of kind npm come from; unset: what npm is configured with here, or the public registry",
    readers: ["worker"],
  },
  MAX_STALE_MS: {
    schema: integer(3_600_000, 1_000, 86_400_000),
    description: "How long a worker keeps serving without the control plane",
    readers: ["worker"],
  },
  EGRESS_ALLOW_PRIVATE: {
    schema: list.pipe(z.array(reachable)),
    description:
      "Private addresses, as CIDRs or host:port, that Functions may reach and that may serve metadata documents of OAuth clients",
    readers: ["worker", "control-plane"],
  },
  DATABASE_ALLOW_PRIVATE: {
    schema: list.pipe(z.array(reachable)),
    description: "Private addresses of databases, as CIDRs or host:port, that connections may reach",
    readers: ["worker"],
  },
  HTTP_PROXY: {
    schema: proxyUrl,
    description: "The proxy that http requests of Functions and to the npm registry go through",
    readers: ["worker", "control-plane"],
    credential: true,
    alias: "http_proxy",
  },
  HTTPS_PROXY: {
    schema: proxyUrl,
    description: "The proxy that https requests of Functions, to the npm registry and for sign-in go through",
    readers: ["worker", "control-plane"],
    credential: true,
    alias: "https_proxy",
  },
  NO_PROXY: {
    schema: z.string().max(4_096).default(""),
    description: "Comma-separated hosts that are reached without the proxy",
    readers: ["worker", "control-plane"],
    alias: "no_proxy",
  },
  MASKED_NAMES: {
    schema: list.pipe(z.array(z.string().regex(/[A-Za-z]{2}/, "must be names of at least two letters"))),
    description:
      "Comma-separated names of fields that are masked wherever data is recorded, beside password, token and the like",
    readers: ["control-plane", "worker"],
  },
  MOCK_INTEGRATION_URL: {
    schema: httpUrl.optional(),
    description: "The mock integration service of the demo Project",
    readers: everyone,
  },
  DEMO_MODE: {
    schema: flag(false),
    description: "Seed the demo Project",
    readers: everyone,
  },
  OWNER_EMAIL: {
    schema: z.email("must be an email address").default("owner@localhost.example"),
    description: "The first owner, at first start",
    readers: ["control-plane", "start"],
  },
  OWNER_PASSWORD: {
    schema: optionalText,
    description: "Their password; unset on one machine: generated",
    readers: ["control-plane", "start"],
    credential: true,
  },
  DATA_DIR: {
    schema: z.string().max(2_000).default(".ferrule"),
    description: "Where this process keeps files",
    readers: ["control-plane", "worker", "start"],
  },
  RUN_LEASE_MS: {
    schema: integer(15_000, 2_000, 120_000),
    description: "How long a worker may be silent before another one gets the crons, deliveries and builds that it ran",
    readers: ["control-plane"],
  },
  EXECUTION_RETENTION_DAYS: {
    schema: integer(30, 1, 3_650),
    description: "Executions older than this are removed",
    readers: ["control-plane"],
  },
  EXECUTION_RETENTION_MB: {
    schema: integer(10_240, 1, 100_000_000),
    description: "The oldest days of executions are removed beyond this size, indexes included",
    readers: ["control-plane"],
  },
  ...archiveSettings,
  EXECUTION_JOURNAL_MB: {
    schema: integer(4_096, 16, 1_000_000),
    description:
      "Disk space for a worker's executions while the control plane does not take them; beyond it, the oldest are dropped",
    readers: ["worker"],
  },
  BUILD_RETENTION_DAYS: {
    schema: integer(30, 1, 3_650),
    description: "Build results that nothing uses any more are removed after this",
    readers: ["control-plane"],
  },
  LOG_LEVEL: {
    schema: z
      .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], { error: "must be a log level" })
      .default("info"),
    description: "trace, debug, info, warn, error, fatal or silent",
    readers: everyone,
  },
  ...telemetrySettings,
} as const satisfies Record<string, SettingDescription>;

export type SettingName = keyof typeof settings;
export type Settings = { [K in SettingName]: z.output<(typeof settings)[K]["schema"]> };
