import { z } from "zod";
import { environment, owned, time } from "./fields.ts";

export const connectionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, "must start with a-z and hold only a-z, 0-9 and _, at most 63 characters");

export const connectionKinds = ["postgresql", "mysql"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/**
 * `verify`: encrypted, with a checked certificate; `require`: encrypted, with an unchecked server; `off`: unencrypted.
 */
export const tlsModes = ["verify", "require", "off"] as const;

const schemes: Record<string, ConnectionKind> = {
  "postgres:": "postgresql",
  "postgresql:": "postgresql",
  "mysql:": "mysql",
  "mariadb:": "mysql",
};

/** Query parameters that providers put into their URLs, but that have their own fields here. */
const passedOver = new Set(["sslmode", "ssl-mode", "ssl", "channel_binding", "uselibpqcompat"]);

/** The kind of database in a URL; undefined if it names none. */
export function connectionKindOf(url: string): ConnectionKind | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol } = new URL(url);
  return Object.hasOwn(schemes, protocol) ? schemes[protocol] : undefined;
}

/** The part of a URL for display: `host:port/database`, without user and password. */
export function connectionAddressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  const usual = connectionKindOf(url) === "mysql" ? "3306" : "5432";
  return `${hostname}:${port === "" ? usual : port}${pathname}`;
}

const isDecodable = (text: string) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

function whyUrlRefused(value: string): string | null {
  if (connectionKindOf(value) === undefined) return "must be a postgres:// or mysql:// URL";
  const url = new URL(value);
  if (url.hostname === "" || url.username === "")
    return "must name a user and a host: postgres://user:password@host/database";
  if (!/^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$/.test(url.hostname)) return "must name one host";
  if (!/^\/[^/]+$/.test(url.pathname)) return "must name one database: postgres://user:password@host/database";
  if (![url.username, url.password, url.pathname].every(isDecodable)) return "must be percent-encoded where it is";
  if (url.hash !== "") return "must not have a fragment: write # in a password as %23";
  const foreign = [...url.searchParams.keys()].find((key) => !passedOver.has(key.toLowerCase()));
  return foreign === undefined ? null : "must not have query parameters: TLS and limits are fields of their own";
}

/** Never returned, logged or stored in the clear. Problems never contain the value. */
export const connectionUrl = z
  .string()
  .max(2_000)
  .superRefine((value, context) => {
    const why = whyUrlRefused(value);
    if (why !== null) context.addIssue({ code: "custom", message: why });
  });

const certificate = z
  .string()
  .max(65_536)
  .regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/, "must be certificates in PEM form");

const settings = {
  tls: z.enum(tlsModes),
  /** The authority that signed the server's certificate, as PEM; null: one that Node.js trusts. */
  caCertificate: certificate.nullable(),
  /** Statements run in read-only transactions that a Function cannot leave. */
  readOnly: z.boolean(),
  statementTimeoutMs: z.number().int().min(100).max(300_000),
  /** The limit for one statement: it fails with more rows. */
  maxRows: z.number().int().min(1).max(100_000),
  /** The limit for one statement's response: it fails as soon as more bytes arrive. */
  maxBytes: z.number().int().min(1_024).max(16_777_216),
  /** Concurrent connections per worker and deployment. */
  poolSize: z.number().int().min(1).max(50),
};

/** A database for Functions, in one environment. Its URL is sealed, and no response contains it. */
export const connection = z.object({
  ...owned("con"),
  name: connectionName,
  environment,
  kind: z.enum(connectionKinds),
  /** The URL's target: `host:port/database`. */
  address: z.string(),
  ...settings,
  caCertificate: z.string().nullable(),
  /** When a worker last requested the URL, accurate to about ten minutes. */
  lastUsedAt: time.nullable(),
  /** When a worker last read its schema; null: never. */
  schemaReadAt: time.nullable(),
  /** Names of the Functions that declare it, in a draft or in a deployment of its environment. */
  usedBy: z.array(z.string()),
});
export type Connection = z.infer<typeof connection>;

export const newConnection = z.strictObject({
  name: connectionName,
  environment,
  url: connectionUrl,
  tls: settings.tls.default("verify"),
  caCertificate: settings.caCertificate.default(null),
  readOnly: settings.readOnly.default(true),
  statementTimeoutMs: settings.statementTimeoutMs.default(5_000),
  maxRows: settings.maxRows.default(1_000),
  maxBytes: settings.maxBytes.default(1_048_576),
  poolSize: settings.poolSize.default(5),
});

/** Omitted fields stay unchanged, and so does the URL. A new URL must lead to the same kind of database. */
export const changedConnection = z.strictObject({ url: connectionUrl, ...settings }).partial();

/** The result of testing a connection. */
export const connectionTest = z.object({
  ok: z.boolean(),
  /** One sentence for the connection's author; never the password. */
  message: z.string(),
  /** The server's own name and version: `PostgreSQL 17.6`; null: the worker could not reach it. */
  server: z.string().nullable(),
  durationMs: z.number(),
});
export type ConnectionTest = z.infer<typeof connectionTest>;

const column = z.object({
  name: z.string(),
  /** The server's name for it: `integer`, `character varying(80)`. */
  type: z.string(),
  /** Its TypeScript type in a row, for Functions. */
  jsonType: z.string(),
  nullable: z.boolean(),
});
export const connectionTable = z.object({
  /** `users`, or `accounting.invoices` outside the default schema. */
  name: z.string(),
  kind: z.enum(["table", "view"]),
  columns: z.array(column),
});
export type ConnectionTable = z.infer<typeof connectionTable>;

/** The tables and views that the connection's user could see at the last reading; at most 500. */
export const connectionSchema = z.object({
  readAt: time.nullable(),
  tables: z.array(connectionTable),
  /** There are more tables than the list shows. */
  truncated: z.boolean(),
});
export type ConnectionSchema = z.infer<typeof connectionSchema>;
