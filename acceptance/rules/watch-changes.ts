import { sql, type RawBuilder } from "kysely";
import type { TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";

/**
 * Changes without a request's effect: leases, heartbeats, counted sign-ins and used codes. The audit has its own check.
 * The scheduler of this control plane rests (`restScheduler`).
 */
const apart = new Set([
  "leases",
  "control_planes",
  "login_attempts",
  "provider_answers",
  "audit_events",
  "audit_chain",
  "ferrule_migrations",
  "record_migrations",
  "row_changes",
]);
/** The same for one column: the time of the last use. */
const clocks = ["last_seen_at", "last_used_at", "last_asked_at", "last_login_at", "last_sign_in"];

export interface RowChange {
  table: string;
  kind: "INSERT" | "UPDATE" | "DELETE";
  row: string;
}

/** Reports every change in the database, by anybody. */
export interface ChangeWatch {
  /** The current position in the record of changes. */
  position: () => Promise<number>;
  /** Every row that a commit has changed since then. */
  since: (position: number) => Promise<RowChange[]>;
}

const recorder = `
  create table row_changes (
    id bigint generated always as identity primary key, table_name text not null, kind text not null, row jsonb not null
  );
  -- Whoever changes a row, what notes it may write to its own table.
  create function record_row_change() returns trigger language plpgsql security definer as $$
  begin
    if tg_op = 'UPDATE' and to_jsonb(old) - '{${clocks.join(",")}}'::text[] = to_jsonb(new) - '{${clocks.join(",")}}'::text[] then
      return null;
    end if;
    -- A mapping rewrites records in the background; their revisions stay.
    if tg_op = 'UPDATE' and tg_table_name = 'records' and to_jsonb(old)->'revision' = to_jsonb(new)->'revision' then
      return null;
    end if;
    insert into row_changes (table_name, kind, row) values (tg_table_name, tg_op, to_jsonb(coalesce(new, old)));
    return null;
  end $$;
`;

/**
 * Makes the database itself record each changed row, in the transaction that changes it. So a test can show that a
 * refused request has changed nothing anywhere, at the cost of reading one number.
 */
export async function watchChanges({ app }: TestControlPlane): Promise<ChangeWatch> {
  const run = <T>(statement: string) => app.store.inInstallation(({ tx }) => sql.raw<T>(statement).execute(tx));
  /** It takes one round trip, because tests ask thousands of times. */
  const read = <T>(statement: RawBuilder<unknown>) =>
    app.store.unscoped(({ tx }) => statement.$castTo<T>().execute(tx));
  await run(recorder);
  const { rows } = await run<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
  `);
  for (const { name } of rows.filter((table) => !apart.has(table.name))) {
    await run(`create trigger record_row_change after insert or update or delete on "${name}"
      for each row execute function record_row_change()`);
  }
  return {
    position: async () => {
      const { rows } = await read<{ position: number }>(sql`select coalesce(max(id), 0) as position from row_changes`);
      return rows[0]?.position ?? 0;
    },
    since: async (position) => {
      const changes = sql`select table_name as "table", kind, row::text from row_changes where id > ${position} order by id`;
      return (await read<RowChange>(changes)).rows;
    },
  };
}
