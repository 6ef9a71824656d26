import { escapeIdentifier, type Client } from "pg";
import { from, type CopyStreamQuery } from "pg-copy-streams";
import type { TableOfBackup } from "./catalog.ts";

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const day = /^executions_(\d{8})$/;

/** Creates the daily partitions of executions for which a backup has rows. */
export async function addPartitions(client: Client, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    const found = day.exec(name)?.[1];
    if (found !== undefined)
      await client.query("select ferrule_add_execution_partition(to_date($1, 'YYYYMMDD'))", [found]);
  }
}

async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`);
  return rows;
}

async function listForced(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * Removes everything that prevents loading the tables one by one: foreign keys (valid only once every table is loaded),
 * triggers (they already ran when the rows were first written) and row-level security (COPY refuses it). Returns a
 * function that restores all of it, and thereby checks the references of every row. Both must run in one transaction.
 */
export async function openForLoading(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const [keys, forced] = [await listForeignKeys(client), await listForced(client)];
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  }
  for (const table of forced) await client.query(`alter table ${table} no force row level security`);
  for (const table of tables) {
    await client.query(`alter table ${escapeIdentifier(table)} disable trigger user`);
    await client.query(`truncate ${escapeIdentifier(table)}`);
  }
  return async () => {
    for (const table of tables) await client.query(`alter table ${escapeIdentifier(table)} enable trigger user`);
    for (const table of forced) await client.query(`alter table ${table} force row level security`);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
    }
  };
}

/** A stream that takes rows as COPY text. */
export const copyIn = (client: Client, { name, columns }: TableOfBackup): CopyStreamQuery =>
  client.query(
    from(`copy ${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(", ")}) from stdin`),
  );
