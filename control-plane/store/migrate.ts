import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { Log } from "@ferrule/kit/log.ts";

export class MigrationError extends Error {
  override name = "MigrationError";
}

interface Migration {
  name: string;
  statements: string;
  checksum: string;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(folder, name), "utf8");
      return { name, statements, checksum: createHash("sha256").update(statements).digest("hex") };
    }),
  );
}

function refuseChanges(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) throw new MigrationError(`The database was migrated by a newer Ferrule: it has ${name}.`);
    if (known.get(name) !== checksum) throw new MigrationError(`Migration ${name} was changed after it was applied.`);
  }
}

/**
 * Brings the database to the newest schema: the SQL files of `folder` in the order of their names, each in a transaction of
 * its own, by one process at a time (advisory lock). Answers the names of those applied now.
 * @throws MigrationError when an applied migration was changed since, or is unknown to this version.
 */
export async function migrate(
  databaseUrl: string,
  role: string | null,
  log: Log,
  folder: string = join(import.meta.dirname, "migrations"),
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({
    connectionString: databaseUrl,
    ...(role === null ? {} : { options: `-c role=${role}` }),
  });
  // What breaks the connection rejects the statement in progress; between statements nobody else would listen.
  client.on("error", () => undefined);
  // A migration that meets what an operator must know of raises a warning.
  client.on(
    "notice",
    ({ severity, message }) => severity === "WARNING" && log.warn({ said: message }, "a migration warns"),
  );
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended('ferrule.migrate', 0))");
    await client.query(`create table if not exists ferrule_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from ferrule_migrations",
    );
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    refuseChanges(applied, migrations);
    const fresh = migrations.filter(({ name }) => !applied.has(name));
    for (const { name, statements, checksum } of fresh) {
      await client.query("begin");
      await client.query(statements);
      await client.query("insert into ferrule_migrations (name, checksum) values ($1, $2)", [name, checksum]);
      await client.query("commit");
      log.info({ migration: name }, "migrated");
    }
    return fresh.map(({ name }) => name);
  } finally {
    // Ends an open transaction and frees the lock.
    await client.end();
  }
}
