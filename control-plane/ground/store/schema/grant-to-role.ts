import type { Log } from "@ferrule/kit/log.ts";
import { escapeIdentifier } from "pg";
import { connectForMigrations } from "./migrate.ts";
import { MigrationError } from "./migrations-of.ts";

interface Named {
  there: boolean;
  powers: boolean;
  records: boolean;
}

const question = `select exists (select from pg_roles where rolname = $1) as there,
  exists (select from pg_roles where rolname = $1 and (rolsuper or rolbypassrls)) as powers,
  exists (select from pg_roles where rolname = left($1 || '_records', 63)) as records`;

/**
 * The rights that the running control plane needs: the rows of every table, also of later tables, but no change of the
 * schema.
 */
const grantsTo = (role: string): string[] => [
  `grant usage on schema public to ${role}`,
  `grant select, insert, update, delete on all tables in schema public to ${role}`,
  `grant usage, select on all sequences in schema public to ${role}`,
  `alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`,
  `alter default privileges in schema public grant usage, select on sequences to ${role}`,
  // Only the owner may write the list of applied migrations.
  `revoke insert, update, delete on ferrule_migrations from ${role}`,
];

const grantsToRecordsRole = (role: string): string[] => [
  `grant usage on schema public to ${role}`,
  `grant select, insert, update, delete on records to ${role}`,
];

/**
 * Lets a login role that owns nothing run the control plane. The connected role must own the tables. To repeat this
 * changes nothing.
 * @throws MigrationError when there is no such role, or it would not be subject to row-level security
 */
export async function grantToRole(databaseUrl: string, role: string | null, name: string, log: Log): Promise<void> {
  const client = await connectForMigrations(databaseUrl, role, log);
  try {
    const [named] = (await client.query<Named>(question, [name])).rows;
    if (named?.there !== true) throw new MigrationError(`There is no database role ${name}. Create it first.`);
    if (named.powers)
      throw new MigrationError(`The database role ${name} is a superuser, or bypasses row-level security.`);
    const records = named.records ? grantsToRecordsRole(escapeIdentifier(`${name}_records`.slice(0, 63))) : [];
    await client.query(["begin", ...grantsTo(escapeIdentifier(name)), ...records, "commit"].join("; "));
  } finally {
    await client.end();
  }
}
