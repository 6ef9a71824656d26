import { Client } from "pg";
import { connectionUrl } from "./connection-url.ts";

export const roleName = "ferrule";

/** A role that the login role may switch to, to touch records under row level security without owning them. */
export const recordsRoleName = `${roleName}_records`;

/**
 * Makes the login role `ferrule` and its database when they are missing. The role has no power that would let it bypass
 * row level security or leave its own database. It cannot make roles, so this also makes the role for its statements
 * about records.
 */
export async function provisionDatabase(socketDirectory: string): Promise<void> {
  const client = new Client({ connectionString: connectionUrl(socketDirectory, "postgres", "postgres") });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; records: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_roles where rolname = $2) as records,
              exists (select from pg_database where datname = $1) as database`,
      [roleName, recordsRoleName],
    );
    if (!rows[0]?.role) {
      await client.query(`create role ${roleName} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
    }
    if (!rows[0]?.records) {
      await client.query(`create role ${recordsRoleName} nologin`);
      await client.query(`grant ${recordsRoleName} to ${roleName}`);
    }
    if (!rows[0]?.database) await client.query(`create database ${roleName} owner ${roleName}`);
  } finally {
    await client.end();
  }
}
