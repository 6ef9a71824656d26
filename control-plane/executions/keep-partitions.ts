import { sql } from "kysely";
import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import { oldestToKeep, type Partition } from "./oldest-to-keep.ts";

const daysAhead = 7;

/** A statement that must wait long for its lock gives up, so that calls being recorded never queue up behind it. */
const impatient = ({ tx }: InstallationScope) => sql`set local lock_timeout = '2s'`.execute(tx);

/** The first day that EXECUTION_RETENTION_DAYS and EXECUTION_RETENTION_MB together leave (`2026-11-21`). */
async function firstDayKept({ tx }: InstallationScope, { settings, log }: App): Promise<string> {
  const { rows } = await sql<Partition & { today: string }>`
    select to_char(now() at time zone 'UTC', 'YYYYMMDD') as today, right(child.relname, 8) as day,
      pg_total_relation_size(child.oid) as bytes
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'executions'::regclass and child.relname ~ '^executions_[0-9]{8}$'`.execute(tx);
  const today = rows[0]?.today ?? "";
  const { day, bytes } = oldestToKeep(rows, today, settings.executionRetentionDays, settings.executionRetentionMb);
  if (bytes > settings.executionRetentionMb * 1_048_576)
    log.warn({ bytes, limitMb: settings.executionRetentionMb }, "the executions of one day exceed their limit");
  return day;
}

/**
 * Sees to the daily partitions of `executions`: today's and the next seven exist, and those older than
 * EXECUTION_RETENTION_DAYS, or beyond EXECUTION_RETENTION_MB when the newest are counted first, are dropped with all
 * they hold; today's stays. What could not have its lock is tried again the next time.
 */
export async function keepPartitions(app: App): Promise<void> {
  for (let day = 0; day <= daysAhead; day += 1) {
    await app.store.inInstallation(async (scope) => {
      await impatient(scope);
      await sql`select ferrule_add_execution_partition((now() at time zone 'UTC')::date + ${day}::integer)`.execute(
        scope.tx,
      );
    });
  }
  const dropped = await app.store.inInstallation(async (scope) => {
    await impatient(scope);
    const oldest = sql`${await firstDayKept(scope, app)}::date`;
    await sql`delete from executions_default where started_at < ${oldest}::timestamp at time zone 'UTC'`.execute(
      scope.tx,
    );
    return sql<{ name: string }>`select ferrule_drop_execution_partitions(${oldest}) as name`.execute(scope.tx);
  });
  if (dropped.rows.length > 0)
    app.log.info({ partitions: dropped.rows.map(({ name }) => name) }, "dropped old executions");
}
