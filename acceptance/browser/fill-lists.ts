import { openStore } from "@ferrule/control-plane/ground/store/connections/open-store.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { sql } from "kysely";

/** The id of the n-th filled item: newer than all others of its kind, and later ones are newer still. */
export const filledId = (prefix: string, n: number): string => `${prefix}_z${String(n).padStart(23, "0")}`;

/**
 * Inserts so many Functions, endpoints, secrets, collections, crons, Libraries, Projects and users directly into the
 * database, because the API would take minutes: `Filled 1` with the slug `filled-1` and so on.
 */
export async function fillLists(databaseUrl: string, projectId: string, howMany: number): Promise<void> {
  await using store = openStore({ databaseUrl, role: null, log: createLog("fill", "silent") });
  await store.inInstallation(async ({ tx }) => {
    const each = sql`generate_series(1, ${howMany}::integer) as n`;
    const id = (prefix: string) => sql`${prefix} || '_z' || lpad(n::text, 23, '0')`;
    const name = sql`'Filled ' || n`;
    const slug = sql`'filled-' || n`;
    const permissions = JSON.stringify({ secrets: [], hosts: [], collections: [], cache: false });
    await sql`insert into functions (id, project_id, slug, name, source, timeout_ms, memory_mb, permissions)
      select ${id("fn")}, ${projectId}, ${slug}, ${name},
        'export default function filled(input: { n: number }) { return input.n; }', 10000, 64, ${permissions}::jsonb
      from ${each}`.execute(tx);
    await sql`insert into function_revisions (function_id, project_id, revision, name, description, source, timeout_ms,
        memory_mb, permissions)
      select id, project_id, revision, name, description, source, timeout_ms, memory_mb, permissions
      from functions where name like 'Filled %'`.execute(tx);
    await sql`insert into runtime_endpoints (id, project_id, kind, slug, name)
      select ${id("ep")}, ${projectId}, case n % 2 when 0 then 'mcp' else 'http' end, ${slug}, ${name} from ${each}`.execute(
      tx,
    );
    await sql`insert into secrets (id, project_id, environment, name, fingerprint)
      select ${id("sec")}, ${projectId}, 'development', 'FILLED_' || n, 'filled' from ${each}`.execute(tx);
    await sql`insert into data_collections (id, project_id, name)
      select ${id("col")}, ${projectId}, 'filled_' || n from ${each}`.execute(tx);
    await sql`insert into data_collection_versions (collection_id, version, project_id, schema, compatibility)
      select ${id("col")}, 1, ${projectId}, '{"type":"object"}', '{"compatible":true,"checked":0,"failing":0,"samples":[]}' from ${each}`.execute(
      tx,
    );
    await sql`insert into libraries (id, project_id, name, kind, version, source)
      select ${id("lib")}, ${projectId}, ${slug}, 'source', '1', 'export const n = 1;' from ${each}`.execute(tx);
    await sql`insert into cron_bindings (id, project_id, name, function_id, environment, schedule, timezone, tenant_id, input,
        enabled, overlap, max_attempts, backoff_ms, catch_up)
      select ${id("crn")}, ${projectId}, ${name}, ${id("fn")}, 'development', '0 9 * * *', 'UTC', 'default', '{}', false,
        'skip', 1, 1000, 0 from ${each}`.execute(tx);
    await sql`insert into projects (id, slug, name) select ${id("prj")}, ${slug}, ${name} from ${each}`.execute(tx);
    await sql`insert into users (id, email, name, role, password_hash)
      select ${id("usr")}, ${slug} || '@acme.example', ${name}, 'developer', 'none' from ${each}`.execute(tx);
  });
}
