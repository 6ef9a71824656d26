import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@ferrule/kit/log.ts";
import { Client, escapeIdentifier } from "pg";
import { socketFile } from "./connection-url.ts";
import { launchPostgres } from "./launch-postgres.ts";
import { recordsRoleName, roleName } from "./provision-database.ts";

/** A PostgreSQL for tests. */
export interface TestPostgres extends AsyncDisposable {
  /** URL of a database of this server, as the role `ferrule`. */
  url(databaseName: string): string;
  adminUrl: string;
  /**
   * Makes a database that the role `ferrule` owns, and returns its URL. With `template`, it is a copy of that database,
   * to which nobody may be connected at that moment. So migrations run once, and every test file gets its own copy.
   */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Drops a database, and ends the connections to it. */
  dropDatabase(name: string): Promise<void>;
  /** Tells us that nobody needs a database any more: we drop it, unless the whole server will be removed. */
  giveBackDatabase(name: string): Promise<void>;
  /** Drops the databases that were made through this, and ends the server if it is our own. */
  stop(): Promise<void>;
}

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  shared_buffers: "64MB",
  // The tests have many databases, and none lives for long.
  autovacuum_naptime: "10min",
  // Every connection of a test would pay for these checks, and the password is not a secret.
  scram_iterations: "1",
};

const memory = "/dev/shm";
const roomBytes = 8 * 1024 ** 3;

/** The place of a server for many tests: in memory if there is plenty, because its databases are many small files. */
export async function roomyFolder(): Promise<string> {
  const found = await statfs(memory).catch(() => null);
  const freeBytes = found === null ? 0 : Math.min(found.bavail * found.bsize, process.availableMemory());
  return freeBytes >= roomBytes ? memory : tmpdir();
}

/**
 * Starts a PostgreSQL in a folder below `parent`, without protection against power cuts; `more` adds settings to its
 * own.
 */
export async function startTestPostgres(more: Record<string, string> = {}, parent = tmpdir()): Promise<TestPostgres> {
  const folder = await mkdtemp(join(parent, "ferrule-test-postgres-"));
  if (process.geteuid?.() === 0) await chmod(folder, 0o711);
  const remove = () => rm(folder, { recursive: true, force: true });
  const options = { dataDir: folder, log: createLog("test", "silent"), settings: { ...settings, ...more } };
  const postgres = await launchPostgres(options).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  async function stop(): Promise<void> {
    await postgres.stop();
    await remove();
  }
  return { ...(await useTestPostgres(postgres.adminUrl)), stop, [Symbol.asyncDispose]: stop };
}

const password = "ferrule";

/** Uses the server at this administrator's URL; makes the role `ferrule` if it is missing. */
export async function useTestPostgres(adminUrl: string): Promise<TestPostgres> {
  const made = new Set<string>();
  const url = (name: string) =>
    adminUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?([^/]+)[^?]*/, `$1${roleName}:${password}@$2/${name}`);

  async function asAdmin(statement: string): Promise<void> {
    const client = new Client({ connectionString: adminUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async function createDatabase(name: string, template?: string): Promise<string> {
    const source = template === undefined ? "" : ` template ${escapeIdentifier(template)} strategy file_copy`;
    await asAdmin(`create database ${escapeIdentifier(name)} owner ${roleName}${source}`);
    made.add(name);
    return url(name);
  }

  async function dropDatabase(name: string): Promise<void> {
    await asAdmin(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    made.delete(name);
  }

  const isRemoved = process.env[sharedServerIsRemoved] === adminUrl;
  const giveBackDatabase = async (name: string) => (isRemoved ? undefined : dropDatabase(name));

  async function stop(): Promise<void> {
    for (const name of made) await giveBackDatabase(name);
  }

  await asAdmin(`do $$ begin
    create role ${roleName} login password '${password}' nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  exception when duplicate_object or unique_violation then null;
  end $$`);
  await asAdmin(`do $$ begin
    create role ${recordsRoleName} nologin;
  exception when duplicate_object or unique_violation then null;
  end $$`);
  await asAdmin(`grant ${recordsRoleName} to ${roleName}`);
  return { url, adminUrl, createDatabase, dropDatabase, giveBackDatabase, stop, [Symbol.asyncDispose]: stop };
}

/** The environment variable with the administrator's URL of a server that all test processes share. */
export const sharedTestPostgres = "FERRULE_TEST_POSTGRES";
/**
 * The environment variable for the same URL when the process that started the server removes it whole: then nobody
 * drops databases. On ext4, creating hundreds of files takes twenty times as long right after as many were removed.
 */
export const sharedServerIsRemoved = "FERRULE_TEST_POSTGRES_IS_REMOVED";

/**
 * The environment variable with the address of a pooler in transaction mode in front of that server (`127.0.0.1:6432`).
 */
export const testPooler = "FERRULE_TEST_POOLER";

/**
 * The URL through which a control plane reaches a database of the tests: directly, or through the pooler that the
 * environment names.
 */
export function databaseSettings(url: string): { databaseUrl: string; databaseDirectUrl?: string } {
  const place = process.env[testPooler];
  if (place === undefined) return { databaseUrl: url };
  const { username, password, pathname } = new URL(url);
  return { databaseUrl: `postgresql://${username}:${password}@${place}${pathname}`, databaseDirectUrl: url };
}

/** The server's address for `net.connect`. The tests' own server has only a socket file. */
export function placeOf(url: string): { path: string } | { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get("host");
  return folder === null ? { host: hostname, port: Number(port) } : { path: socketFile(folder) };
}

/** The URL of the same database through a port on loopback. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.searchParams.delete("host");
  through.host = `127.0.0.1:${port}`;
  return through.href;
}

/** The shared server if the environment names one, otherwise one of this process. */
export function openTestPostgres(): Promise<TestPostgres> {
  const shared = process.env[sharedTestPostgres];
  return shared === undefined ? startTestPostgres() : useTestPostgres(shared);
}
