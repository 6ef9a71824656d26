import { connectForMigrations } from "../../../ground/store/schema/migrate.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { escapeIdentifier } from "pg";
import { listTables } from "../queries/catalog.ts";

/** Every row of every table as text, sorted, without the values that a restore changes on purpose. */
export async function rowsOfDatabase(url: string): Promise<Map<string, string[]>> {
  const client = await connectForMigrations(url, null, createLog("test", "silent"));
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query("select set_config('ferrule.scope', 'installation', true)");
    const found = new Map<string, string[]>();
    for (const { name, columns } of await listTables(client)) {
      const kept = columns.filter((column) => !(name === "runtime_feed" && column === "epoch"));
      const { rows } = await client.query<{ row: string }>(
        `select row(${kept.map((column) => escapeIdentifier(column)).join()})::text as row from ${escapeIdentifier(name)}`,
      );
      found.set(name, rows.map(({ row }) => row).sort());
    }
    const { rows } = await client.query<{ row: string }>(
      "select sequencename || last_value as row from pg_sequences where last_value is not null",
    );
    return found.set("sequences", rows.map(({ row }) => row).sort());
  } finally {
    await client.end();
  }
}
