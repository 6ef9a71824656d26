import { escapeIdentifier, type Client } from "pg";
import { to, type CopyToStreamQuery } from "pg-copy-streams";
import { sqlState } from "../../../ground/store/constraint.ts";
import { listTables, type TableOfBackup } from "./catalog.ts";

const undefinedTable = "42P01";
const attempts = 5;

const identifiers = (names: readonly string[]) => names.map((name) => escapeIdentifier(name)).join(", ");

/**
 * Begins a transaction that sees one snapshot of every table, whatever others write meanwhile. Nobody can drop a table
 * before it ends. The locks come before the snapshot, so if a daily partition is dropped in between, it tries again.
 */
export async function beginSnapshot(client: Client): Promise<TableOfBackup[]> {
  for (let attempt = 1; ; attempt += 1) {
    const names = (await listTables(client)).map(({ name }) => name);
    try {
      await client.query("begin isolation level repeatable read read only");
      await client.query(`lock table ${identifiers(names)} in access share mode`);
      await client.query("select set_config('ferrule.scope', 'installation', true)");
      return (await listTables(client)).filter(({ name }) => names.includes(name));
    } catch (error) {
      await client.query("rollback");
      if (sqlState(error) !== undefinedTable || attempt === attempts) throw error;
    }
  }
}

/** The rows of a table as COPY text, streamed as they are read. */
export const copyOut = (client: Client, { name, columns }: TableOfBackup): CopyToStreamQuery =>
  client.query(to(`copy (select ${identifiers(columns)} from ${escapeIdentifier(name)}) to stdout`));
