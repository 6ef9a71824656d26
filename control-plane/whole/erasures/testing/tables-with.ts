import { createLog } from "@ferrule/kit/log.ts";
import { escapeIdentifier } from "pg";
import { connectForMigrations } from "../../../ground/store/schema/migrate.ts";

/** The names of the tables that contain a text anywhere, sorted. It includes unlogged tables and partitions. */
export async function tablesWith(url: string, text: string): Promise<string[]> {
  const client = await connectForMigrations(url, null, createLog("test", "silent"));
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(
      "select set_config('ferrule.scope', 'installation', true), set_config('ferrule.records', 'upkeep', true)",
    );
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace",
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const table = escapeIdentifier(name);
      const hex = Buffer.from(text).toString("hex");
      const { rowCount } = await client.query(
        `select from ${table} its where position($1 in its::text) > 0 or position($2 in its::text) > 0 limit 1`,
        [text, hex],
      );
      if (rowCount === 1) found.push(name.replace(/_\d{8}$/, ""));
    }
    return found.sort();
  } finally {
    await client.end();
  }
}
