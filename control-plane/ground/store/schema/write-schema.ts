import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { Client } from "pg";
import { migratedTemplate } from "./migrated-template.ts";
import { schemaText } from "./schema-text.ts";

/** Writes `schema.sql`: the schema that the migrations make of an empty database. */
const postgres = await openTestPostgres();
try {
  const url = await postgres.createDatabase(`schema_${process.pid}`, await migratedTemplate(postgres));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    writeFileSync(join(import.meta.dirname, "..", "schema.sql"), await schemaText(client));
  } finally {
    await client.end();
  }
} finally {
  await postgres.stop();
}
