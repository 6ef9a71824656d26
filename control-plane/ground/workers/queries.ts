import { sql } from "kysely";
import type { WorkerReport } from "@ferrule/contract/internal/workers.ts";
import { json } from "../store/json.ts";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";

export interface WorkerRow {
  id: string;
  version: string;
  running: number;
  waiting: number;
  capacity: number;
  startedAt: Date;
  lastSeenAt: Date;
}

/** Stores a worker's report. If the worker now has more changes in force, notifies waiting requests. */
export async function keepWorker({ tx }: InstallationScope, report: WorkerReport): Promise<void> {
  const { workerId, version, running, waiting, capacity, startedAt, inForce, errors } = report;
  await sql`with before as (select feed_epoch, feed_sequence from workers where id = ${workerId}),
    kept as (
      insert into workers (id, version, running, waiting, capacity, started_at, feed_epoch, feed_sequence, errors)
      values (${workerId}, ${version}, ${running}, ${waiting}, ${capacity}, ${startedAt}::timestamptz,
        ${inForce?.epoch ?? null}, ${inForce?.sequence ?? null}, ${json(errors ?? null)})
      on conflict (id) do update set version = excluded.version, running = excluded.running, waiting = excluded.waiting,
        capacity = excluded.capacity, started_at = excluded.started_at, last_seen_at = now(),
        errors = excluded.errors, feed_epoch = excluded.feed_epoch, feed_sequence = excluded.feed_sequence
      returning feed_epoch, feed_sequence
    )
    select pg_notify('workers', '') from kept
    where not exists (select 1 from before where (before.*) is not distinct from (kept.*))`.execute(tx);
}

/**
 * Whether the state of this key in the feed is in force on every worker that reported within the last twelve seconds.
 * @param key such as `project:<id>`
 */
export async function isInForce({ tx }: ProjectScope, key: string): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (
      select 1 from workers, runtime_feed, runtime_states
      where workers.last_seen_at > now() - interval '12 seconds' and workers.feed_epoch is not null
        and runtime_states.key = ${key}
        and (workers.feed_epoch <> runtime_feed.epoch or workers.feed_sequence < runtime_states.sequence)
    ) as behind`.execute(tx);
  return rows[0]?.behind !== true;
}

/** Workers that reported within ten minutes, at most 200. They belong to the installation: any Project sees them. */
export async function listWorkerRows({ tx }: ProjectScope): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select id, version, running, waiting, capacity, started_at, last_seen_at from workers
    where last_seen_at > now() - interval '10 minutes' order by started_at, id limit 200`.execute(tx);
  return rows;
}

/** How many workers reported within the last twelve seconds. */
export async function countWorkers({ tx }: InstallationScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from workers where last_seen_at > now() - interval '12 seconds'`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Removes workers that have long been gone. */
export async function pruneWorkers({ tx }: InstallationScope): Promise<void> {
  await sql`delete from workers where last_seen_at < now() - interval '1 day'`.execute(tx);
}
