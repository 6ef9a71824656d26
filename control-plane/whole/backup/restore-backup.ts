import { pipeline } from "node:stream/promises";
import type { Decrypter } from "age-encryption";
import type { Client } from "pg";
import { renewFeed } from "../../ground/changes/queries.ts";
import { makeMigrationList, runMigration } from "../../ground/store/schema/migrate.ts";
import { ownMigrations, readMigrations, refuseChanges } from "../../ground/store/schema/migrations-of.ts";
import { BackupError } from "./file/frames.ts";
import type { Header } from "./file/header.ts";
import { findRelation, lockSchema, listTables, setSequence, type TableOfBackup } from "./queries/catalog.ts";
import { addPartitions, copyIn, openForLoading } from "./queries/load.ts";
import { readBackup, type Contents } from "./read-backup.ts";

/** Creates the schema that the database had at the time of the backup; newer migrations come afterwards. */
async function makeSchema(client: Client, { migrations }: Header): Promise<void> {
  const own = await readMigrations(ownMigrations);
  refuseChanges(migrations, own);
  const wanted = new Set(migrations.map(({ name }) => name));
  await makeMigrationList(client);
  for (const migration of own) if (wanted.has(migration.name)) await runMigration(client, migration);
}

function compareTables(found: readonly TableOfBackup[], wanted: readonly TableOfBackup[]): void {
  const shape = (tables: readonly TableOfBackup[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).sort();
  const [one, other] = [shape(found), shape(wanted)];
  const odd = other.find((table) => !one.includes(table)) ?? one.find((table) => !other.includes(table));
  if (odd !== undefined) throw new BackupError(`The schema does not fit the backup: ${odd.replace(/\(.*/, "")}.`);
}

/** Writes the schema and every row in the connection's transaction. */
async function load(client: Client, path: string, decrypter: Decrypter): Promise<Contents> {
  let close: () => Promise<void> = () => Promise.resolve();
  const contents = await readBackup(path, decrypter, {
    header: async (header) => {
      await makeSchema(client, header);
      const names = header.tables.map(({ name }) => name);
      await addPartitions(client, names);
      compareTables(await listTables(client), header.tables);
      close = await openForLoading(client, names);
    },
    table: async (table, rows) => {
      const copy = copyIn(client, table);
      await pipeline(rows, copy);
      return copy.rowCount;
    },
    sequence: (name, value) => setSequence(client, name, value),
  });
  await renewFeed(client);
  await close();
  return contents;
}

/**
 * Restores a backup into an empty database, in one transaction: if it is killed, the database stays empty. It reads and
 * checks the whole file before it writes the first row. The connection's role must be able to own the new tables; close
 * the connection afterwards. The schema is that of the backup: run `migrate` next.
 * @throws BackupError when the file or the database cannot be used; MigrationError when a newer Ferrule made the backup
 */
export async function restoreBackup(
  client: Client,
  path: string,
  decrypter: () => Promise<Decrypter>,
): Promise<Contents> {
  const { header } = await readBackup(path, await decrypter());
  refuseChanges(header.migrations, await readMigrations(ownMigrations));
  await lockSchema(client);
  const found = await findRelation(client);
  if (found !== null)
    throw new BackupError(
      `The database is not empty: it has ${found}. Restore into a new database that nothing has used.`,
    );
  await client.query("begin");
  try {
    const contents = await load(client, path, await decrypter());
    await client.query("commit");
    return contents;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
