import { Client } from "pg";

/**
 * Items of the checklist in docs/hardening.md that only the database can answer: the problem as a sentence, or null.
 */
export interface DatabaseStanding {
  "database-role": string | null;
  "records-role": string | null;
  "database-public": string | null;
  "database-tls-in-use": string | null;
}

interface Row {
  powers: string[];
  records: boolean;
  records_powerful: boolean;
  open_connect: boolean;
  open_create: boolean;
  encrypted: boolean;
  local: boolean;
}

const question = `
  select array_remove(array[case when u.rolsuper then 'superuser' end, case when u.rolbypassrls then 'bypassrls' end,
      case when u.rolcreaterole then 'createrole' end, case when u.rolcreatedb then 'createdb' end,
      case when u.rolreplication then 'replication' end], null) as powers,
    r.oid is not null and pg_has_role(current_user, r.oid, 'MEMBER') as records,
    coalesce(r.rolsuper or r.rolbypassrls or r.rolcanlogin, false) as records_powerful,
    exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
      where d.datname = current_database() and a.grantee = 0 and a.privilege_type = 'CONNECT') as open_connect,
    exists (select from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
      where n.nspname = 'public' and a.grantee = 0 and a.privilege_type = 'CREATE') as open_create,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
    inet_client_addr() is null or inet_client_addr() << '127.0.0.0/8' or inet_client_addr() = '::1' as local
  from pg_roles u left join pg_roles r on r.rolname = left(current_user || '_records', 63)
  where u.rolname = current_user`;

/** Checks the role, privileges and TLS of the DATABASE_URL connection; changes nothing. */
export async function databaseStanding(databaseUrl: string): Promise<DatabaseStanding> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const row = (await client.query<Row>(question)).rows[0]!;
    const records = row.records ? "has powers, or may log in" : "is missing, or cannot be used";
    const open = [row.open_connect && "connect to the database", row.open_create && "create in the schema public"];
    const said = open.filter((part) => part !== false).join(" and ");
    return {
      "database-role":
        row.powers.length === 0
          ? null
          : `The role of DATABASE_URL has powers that Ferrule does not need: ${row.powers.join(", ")}.`,
      "records-role": row.records && !row.records_powerful ? null : `The role for records ${records}.`,
      "database-public": said === "" ? null : `Every role of the server may ${said}.`,
      "database-tls-in-use": row.encrypted || row.local ? null : "The connection is not encrypted.",
    };
  } finally {
    await client.end();
  }
}
