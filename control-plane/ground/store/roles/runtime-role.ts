import { Client } from "pg";

const role = "ferrule_app";

/**
 * Returns the role to work as when the URL's role would bypass row-level security (a superuser, or BYPASSRLS). Creates
 * that role if it is missing. Null when the URL's role is itself subject to row-level security.
 */
export async function runtimeRole(databaseUrl: string): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl });
  // A broken connection rejects the statement in progress. Between statements, nobody else would handle the error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ passes: boolean }>(
      "select rolsuper or rolbypassrls as passes from pg_roles where rolname = current_user",
    );
    if (rows[0]?.passes !== true) return null;
    // Roles belong to the whole server, so two replicas or two databases may do this at once.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended('ferrule.runtime_role', 0))");
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
    await client.query(`grant usage, create on schema public to ${role}`);
    await client.query(`grant ${role} to current_user`);
    await client.query("commit");
    return role;
  } finally {
    await client.end();
  }
}
