import { forgetGroups } from "./forget-groups.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { Partition } from "../oldest-to-keep.ts";

/**
 * Makes statements give up when they wait too long for a lock, so that the recording of calls never queues behind them.
 */
export async function beImpatient({ tx }: InstallationScope): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(tx);
}

/** Measured sizes: an entry by which lists find executions, with its index, and a batch. */
const [entryBytes, batchBytes] = [240, 1_000];

/**
 * The daily partitions with their sizes, and today (`20261121`). It divides the size of entries among the days by
 * count, because a table does not shrink when rows are deleted.
 */
export async function listPartitions({ tx }: InstallationScope): Promise<(Partition & { today: string })[]> {
  const { rows } = await sql<Partition & { today: string }>`
    with days as (
      select right(child.relname, 8) as day, pg_total_relation_size(child.oid) as bytes
      from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'executions'::regclass and child.relname ~ '^executions_[0-9]{8}$'
    ), entries as (
      select sum(greatest(reltuples, 0) * case relname when 'execution_facets' then ${entryBytes}::integer
        else ${batchBytes}::integer end) as bytes
      from pg_class where oid in ('execution_facets'::regclass, 'execution_batches'::regclass)
    )
    select to_char(now() at time zone 'UTC', 'YYYYMMDD') as today, days.day,
      (days.bytes * (1 + entries.bytes / sum(days.bytes) over ()))::bigint as bytes
    from days cross join entries`.execute(tx);
  return rows;
}

/** Makes sure that a partition exists for the day that comes this many days after today. */
export async function addPartition(scope: InstallationScope, days: number): Promise<void> {
  await beImpatient(scope);
  await sql`select ferrule_add_execution_partition((now() at time zone 'UTC')::date + ${days}::integer)`.execute(
    scope.tx,
  );
}

/**
 * Summarizes the times of the newest executions, so that PostgreSQL finds a range of time without reading all of them.
 */
export async function summarizeTimes({ tx }: InstallationScope): Promise<void> {
  await sql`select ferrule_summarize_execution_times()`.execute(tx);
}

/** Removes the sums of failures from before this day, and what people know of failures that have no others. */
export async function forgetFailures(scope: InstallationScope, day: string): Promise<void> {
  const { tx } = scope;
  await sql`delete from failure_rollups where bucket_at < ${day}::date::timestamp at time zone 'UTC'`.execute(tx);
  await forgetGroups(scope);
}

/**
 * Drops the partitions older than this day; returns their names. Until the transaction ends, nobody reads or records
 * executions.
 */
export async function dropPartitionsBefore(scope: InstallationScope, day: string): Promise<string[]> {
  const { tx } = scope;
  const oldest = sql`${day}::date`;
  await sql`delete from executions_default where started_at < ${oldest}::timestamp at time zone 'UTC'`.execute(tx);
  const { rows } = await sql<{ name: string }>`select ferrule_drop_execution_partitions(${oldest}) as name`.execute(tx);
  if (rows.length > 0) await forgetFailures(scope, day);
  return rows.map(({ name }) => name);
}
