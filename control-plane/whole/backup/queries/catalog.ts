import { escapeIdentifier, type Client } from "pg";

/** A table that holds rows, so never a partitioned parent. */
export interface TableOfBackup {
  name: string;
  /** Only the columns to write: a restore computes generated ones again, and transaction ids mean nothing elsewhere. */
  columns: string[];
}

export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** Blocks migrations until the connection ends; several backups may run at once. */
export const lockSchemaShared = (client: Client) =>
  client.query("select pg_advisory_lock_shared(hashtextextended('ferrule.migrate', 0))");

/** Waits for migrations and backups, and blocks both until the connection ends. */
export const lockSchema = (client: Client) =>
  client.query("select pg_advisory_lock(hashtextextended('ferrule.migrate', 0))");

/** Ferrule's tables in the order of their names, without the list of migrations. */
export async function listTables(client: Client): Promise<TableOfBackup[]> {
  const { rows } = await client.query<TableOfBackup>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum)::text[] as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'ferrule_migrations'
      and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

/** The newest schema first. @throws when the database has none */
export async function listApplied(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>("select name, checksum from ferrule_migrations order by name");
  return rows;
}

/** The position of each sequence. Read it after the rows, so that it is never behind them. */
export async function listSequences(client: Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return rows;
}

export async function setSequence(client: Client, name: string, value: string): Promise<void> {
  await client.query("select setval($1::regclass, $2::bigint)", [`public.${escapeIdentifier(name)}`, value]);
}

/** Names one relation that is already in the database; null when it is empty. */
export async function findRelation(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`);
  return rows[0]?.name ?? null;
}
