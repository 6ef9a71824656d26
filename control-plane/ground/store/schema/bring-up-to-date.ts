import type { Log } from "@ferrule/kit/log.ts";
import { connectForMigrations, migrate, pendingMigrations } from "./migrate.ts";
import { MigrationError } from "./migrations-of.ts";

/**
 * Whether the role may change the schema. The owner of the tables may; the role that runs the control plane need not.
 */
async function mayChangeSchema(databaseUrl: string, role: string | null, log: Log): Promise<boolean> {
  const client = await connectForMigrations(databaseUrl, role, log);
  try {
    const { rows } = await client.query<{ may: boolean }>(
      "select coalesce(has_schema_privilege(current_schema(), 'create'), false) as may",
    );
    return rows[0]?.may === true;
  } finally {
    await client.end();
  }
}

/**
 * Migrates the database if the connected role may do so. Otherwise the owner of the tables must have done so before.
 * @throws MigrationError as `migrate` does, and when this version's schema is missing and the role may not create it
 */
export async function bringUpToDate(databaseUrl: string, role: string | null, log: Log): Promise<void> {
  if (await mayChangeSchema(databaseUrl, role, log)) {
    await migrate(databaseUrl, role, log);
    return;
  }
  const pending = await pendingMigrations(databaseUrl, role, log);
  if (pending.length === 0) return;
  const which = pending.length === 1 ? `the migration ${pending[0]}` : `${pending.length} migrations`;
  throw new MigrationError(
    `The database lacks ${which}, and this role may not change its schema. Run "ferrule migrate" as the owner of the tables first.`,
  );
}
