import type { Log } from "@ferrule/kit/log.ts";
import { Client, escapeIdentifier } from "pg";
import { sqlState } from "../constraint.ts";

const insufficientPrivilege = "42501";

interface Standing {
  owner: string;
  exists: boolean;
  /** Bypasses row-level security, or owns tables. */
  powerful: boolean;
  usable: boolean;
}

const standing = `select current_user as owner, r.oid is not null as exists,
    coalesce(r.rolsuper or r.rolbypassrls or pg_has_role(r.oid, current_user, 'MEMBER'), false) as powerful,
    coalesce(pg_has_role(current_user, r.oid, 'MEMBER'), false) as usable
  from (select left(current_user || '_records', 63) as name) wanted left join pg_roles r on r.rolname = wanted.name`;

/**
 * Returns the role for statements about records, `<owner>_records`. That role owns nothing, and may only read and write
 * records under row-level security. This function creates it if it may. Call it after the migrations, because it grants
 * access to records. It returns null, with a warning that explains the remedy, if the URL's role may neither create nor
 * use it. Then only the row-level security that is forced on the owner isolates records.
 * @param role See `runtimeRole`.
 */
export async function recordsRole(databaseUrl: string, role: string | null, log: Log): Promise<string | null> {
  const client = new Client({
    connectionString: databaseUrl,
    ...(role === null ? {} : { options: `-c role=${role}` }),
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const read = async () => (await client.query<Standing>(standing)).rows[0];
    let now = await read();
    if (now === undefined) return null;
    const name = `${now.owner}_records`.slice(0, 63);
    if (!now.exists || !now.usable) {
      await make(client, now.owner, name, role !== null);
      now = (await read()) ?? now;
    }
    if (!now.usable || now.powerful) {
      const reason = now.powerful ? "has powers that it must not have" : "is missing, and this role may not make it";
      log.warn(
        { role: name },
        `the database role for records ${reason}: see "The role for records" in docs/operating.md`,
      );
      return null;
    }
    // Membership alone is not enough: it must allow SET ROLE.
    await client.query("begin");
    await client.query(`set local role ${escapeIdentifier(name)}`);
    await client.query("rollback");
    await client.query(`grant usage on schema public to ${escapeIdentifier(name)}`);
    await client.query(`grant select, insert, update, delete on records to ${escapeIdentifier(name)}`);
    return name;
  } finally {
    await client.end();
  }
}

/** Creates the role. Roles belong to the whole server, so two replicas or two databases may do this at once. */
async function make(client: Client, owner: string, name: string, asSuperuser: boolean): Promise<void> {
  try {
    // The owner may lack the right to create roles, while the superuser that connected has it.
    if (asSuperuser) await client.query("set role none");
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended('ferrule.records_role', 0))");
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${name.replaceAll("'", "''")}') then
        create role ${escapeIdentifier(name)} nologin;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`);
    await client.query(`grant ${escapeIdentifier(name)} to ${escapeIdentifier(owner)}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    if (sqlState(error) !== insufficientPrivilege) throw error;
  } finally {
    if (asSuperuser) await client.query(`set role ${escapeIdentifier(owner)}`);
  }
}
