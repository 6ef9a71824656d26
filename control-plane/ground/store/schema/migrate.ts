import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "@ferrule/kit/log.ts";
import { sqlState } from "../constraint.ts";
import { MigrationError, ownMigrations, readMigrations, refuseChanges, type Migration } from "./migrations-of.ts";

const lockNotAvailable = "55P03";
/** A migration that waits for a lock blocks everybody behind it, so it gives up quickly and retries. */
const patience = { lockTimeoutMs: 2_000, attempts: 30, pauseMs: 1_000 };

/** Opens a connection for schema changes; the database's warnings go to the log. */
export async function connectForMigrations(databaseUrl: string, role: string | null, log: Log): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    ...(role === null ? {} : { options: `-c role=${role}` }),
  });
  // A broken connection rejects the statement in progress. Between statements, nobody else would handle the error.
  client.on("error", () => undefined);
  // A migration raises a warning to tell operators something.
  client.on(
    "notice",
    ({ severity, message }) => severity === "WARNING" && log.warn({ said: message }, "a migration warns"),
  );
  await client.connect();
  return client;
}

/** Creates the list of applied migrations if it is missing. */
export const makeMigrationList = (client: Client) =>
  client.query(`create table if not exists ferrule_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);

/** Runs a migration and records it, in the connection's transaction. */
export async function runMigration(client: Client, { name, statements, checksum }: Migration): Promise<void> {
  await client.query(statements);
  await client.query("insert into ferrule_migrations (name, checksum) values ($1, $2)", [name, checksum]);
}

async function apply(client: Client, migration: Migration, log: Log, more = patience): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${more.lockTimeoutMs}`);
      await runMigration(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      if (sqlState(error) !== lockNotAvailable) throw error;
      if (attempt >= more.attempts)
        throw new MigrationError(
          `Migration ${migration.name} got no lock on a table in ${attempt} attempts: something holds it. The migration changed nothing.`,
          { cause: error },
        );
      log.info({ migration: migration.name, attempt }, "a migration waits for a table that is in use");
      await delay(more.pauseMs);
    }
  }
}

async function readFresh(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: exists } = await client.query<{ there: boolean }>(
    "select to_regclass('ferrule_migrations') is not null as there",
  );
  if (exists[0]?.there !== true) return [...migrations];
  const { rows: applied } = await client.query<Migration>("select name, checksum from ferrule_migrations");
  refuseChanges(applied, migrations);
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/**
 * Brings the database to the newest schema: runs the SQL files of `folder` in name order, each in its own transaction,
 * in one process at a time (advisory lock). A migration that cannot lock a table within 2 s lets waiting queries pass,
 * and retries. Returns the names of the migrations that it applied now.
 * @throws MigrationError when an applied migration was changed since, is unknown to this version, or never got its lock
 */
export async function migrate(
  databaseUrl: string,
  role: string | null,
  log: Log,
  folder: string = ownMigrations,
  more = patience,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await connectForMigrations(databaseUrl, role, log);
  try {
    await client.query("select pg_advisory_lock(hashtextextended('ferrule.migrate', 0))");
    await makeMigrationList(client);
    const fresh = await readFresh(client, migrations);
    for (const migration of fresh) {
      await apply(client, migration, log, more);
      log.info({ migration: migration.name }, "migrated");
    }
    return fresh.map(({ name }) => name);
  } finally {
    // Ends an open transaction and releases the lock.
    await client.end();
  }
}

/** The migrations that `migrate` would apply; changes nothing. @throws MigrationError as `migrate` does */
export async function pendingMigrations(
  databaseUrl: string,
  role: string | null,
  log: Log,
  folder: string = ownMigrations,
): Promise<string[]> {
  const client = await connectForMigrations(databaseUrl, role, log);
  try {
    return (await readFresh(client, await readMigrations(folder))).map(({ name }) => name);
  } finally {
    await client.end();
  }
}
