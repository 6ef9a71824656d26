import { sql } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../../ground/store/scope.ts";
import type { ExecutionKey } from "../../filters/execution-filters.ts";

const within = (day: string) => sql`started_at >= ${day}::date::timestamp at time zone 'UTC'
  and started_at < (${day}::date + 1)::timestamp at time zone 'UTC'`;

/** The days before one for which this database has executions or a table, the oldest first: `2026-11-21`. */
export async function daysBefore({ tx }: InstallationScope, day: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select right(child.relname, 8)::date::text as day from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'executions'::regclass and child.relname ~ '^executions_[0-9]{8}$'
      and right(child.relname, 8)::date < ${day}::date
    union
    select distinct (started_at at time zone 'UTC')::date::text from executions_default
    where started_at < ${day}::date::timestamp at time zone 'UTC'
    order by 1`.execute(tx);
  return rows.map((row) => row.day);
}

export interface LeftKey extends ExecutionKey {
  projectId: string;
}

/** Some executions of a day that are still in the database, in no order. */
export async function listLeft({ tx }: InstallationScope, day: string, limit: number): Promise<LeftKey[]> {
  const { rows } = await sql<LeftKey>`
    select project_id, id, started_at from executions where ${within(day)} limit ${limit}`.execute(tx);
  return rows;
}

/** Up to this many rows, looking up each one by its key is the best plan. */
const removedAtOnce = 500;

/** Removes executions of a day that are in the archive now. Returns how many of them were still here. */
export async function removeMoved(
  { tx, projectId }: ProjectScope,
  day: string,
  moved: readonly { id: string; startedAt: string }[],
): Promise<number> {
  let removed = 0;
  for (let n = 0; n < moved.length; n += removedAtOnce) {
    const some = moved.slice(n, n + removedAtOnce);
    const [ids, times] = [some.map(({ id }) => id), some.map(({ startedAt }) => startedAt)];
    const { numAffectedRows = 0n } = await sql`delete from executions
      using unnest(${ids}::text[], ${times}::timestamptz[]) as moved (id, at)
      where executions.id = moved.id and executions.started_at = moved.at and project_id = ${projectId}
        and ${within(day)}`.execute(tx);
    removed += Number(numAffectedRows);
  }
  return removed;
}

/** Drops the table of a day if it is empty. */
export async function dropIfEmpty({ tx }: AnyScope, day: string): Promise<boolean> {
  const { rows } = await sql<{ dropped: boolean }>`
    select ferrule_drop_empty_execution_partition(${day}::date) as dropped`.execute(tx);
  return rows[0]?.dropped === true;
}
