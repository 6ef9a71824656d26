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
   * Makes a database owned by the role `ferrule` and answers its URL; as a copy of `template` (to which nobody may be
   * connected at that moment) when one is named, so that migrations run once and every test file gets its own copy.
   */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Drops a database, ending the connections to it. */
  dropDatabase(name: string): Promise<void>;
  /** Says that a database is not needed any more: it is dropped, unless the whole server will be removed. */
  giveBackDatabase(name: string): Promise<void>;
  /** Gives back the databases that were made through this, and ends the server when it is of our own. */
  stop(): Promise<void>;
}

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  shared_buffers: "64MB",
  // The tests' databases are many, and none lives for long.
  autovacuum_naptime: "10min",
  // Every connection of a test pays for them, and the password is no secret.
  scram_iterations: "1",
};

const memory = "/dev/shm";
const roomBytes = 8 * 1024 ** 3;

/** Where a server for many tests is made: in memory where there is plenty, because its databases are many small files. */
export async function roomyFolder(): Promise<string> {
  const found = await statfs(memory).catch(() => null);
  const freeBytes = found === null ? 0 : Math.min(found.bavail * found.bsize, process.availableMemory());
  return freeBytes >= roomBytes ? memory : tmpdir();
}

/** Starts a PostgreSQL in a folder below `parent`, without regard for power cuts; `more` settings are added to its own. */
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

/** Uses the server of this administrator's URL; the role `ferrule` is made where it is missing. */
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

/** Names, in the environment, the administrator's URL of a server that all test processes share. */
export const sharedTestPostgres = "FERRULE_TEST_POSTGRES";
/**
 * Names the same, in the environment, when the process that started that server removes it whole: then nobody drops databases. Where
 * some hundred files have just been removed, ext4 takes twenty times as long to make as many.
 */
export const sharedServerIsRemoved = "FERRULE_TEST_POSTGRES_IS_REMOVED";

/** Names, in the environment, a pooler in transaction mode in front of that server (`127.0.0.1:6432`). */
export const testPooler = "FERRULE_TEST_POOLER";

/** How a control plane reaches a database of the tests: itself, or through the pooler that the environment names. */
export function databaseSettings(url: string): { databaseUrl: string; databaseDirectUrl?: string } {
  const place = process.env[testPooler];
  if (place === undefined) return { databaseUrl: url };
  const { username, password, pathname } = new URL(url);
  return { databaseUrl: `postgresql://${username}:${password}@${place}${pathname}`, databaseDirectUrl: url };
}

/** Where the server of a database listens: what `net.connect` takes. The tests' own has a socket file alone. */
export function placeOf(url: string): { path: string } | { host: string; port: number } {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get("host");
  return folder === null ? { host: hostname, port: Number(port) } : { path: socketFile(folder) };
}

/** The URL of the same database through a port of loopback that leads to its server. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url);
  through.searchParams.delete("host");
  through.host = `127.0.0.1:${port}`;
  return through.href;
}

/** The shared server where the environment names one, otherwise one of this process. */
export function openTestPostgres(): Promise<TestPostgres> {
  const shared = process.env[sharedTestPostgres];
  return shared === undefined ? startTestPostgres() : useTestPostgres(shared);
}
