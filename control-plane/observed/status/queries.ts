import type { LoggedError } from "@ferrule/kit/recent-errors.ts";
import { sql } from "kysely";
import { json } from "../../ground/store/json.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { HeardGateways } from "../../ground/store/tables/status.ts";
import { startedByCall } from "../../ground/store/rows/started-by-call.ts";

export interface ControlPlaneRow {
  id: string;
  version: string;
  gateways: HeardGateways;
  errors: LoggedError[];
  startedAt: Date;
  lastSeenAt: Date;
}

type Beat = Omit<ControlPlaneRow, "lastSeenAt">;

/** Notes that this control plane is alive, and removes those that have been gone for a day. */
export async function keepControlPlane(
  { tx }: InstallationScope,
  { id, version, gateways, errors, startedAt }: Beat,
): Promise<void> {
  await sql`insert into control_planes (id, version, gateways, errors, started_at)
    values (${id}, ${version}, ${json(gateways)}, ${json(errors)}, ${startedAt})
    on conflict (id) do update set gateways = excluded.gateways, errors = excluded.errors, last_seen_at = now()`.execute(
    tx,
  );
  await sql`delete from control_planes where last_seen_at < now() - interval '1 day'`.execute(tx);
}

/** Removes this control plane, which has ended in order. */
export async function forgetControlPlane({ tx }: InstallationScope, id: string): Promise<void> {
  await tx.deleteFrom("controlPlanes").where("id", "=", id).execute();
}

/** The control planes that reported within ten minutes, at most 100. */
export async function listControlPlanes({ tx }: InstallationScope): Promise<ControlPlaneRow[]> {
  const { rows } = await sql<ControlPlaneRow>`
    select id, version, gateways, errors, started_at, last_seen_at from control_planes
    where last_seen_at > now() - interval '10 minutes' order by started_at, id limit 100`.execute(tx);
  return rows;
}

export interface WorkerStatusRow {
  id: string;
  version: string;
  running: number;
  waiting: number;
  capacity: number;
  startedAt: Date;
  lastSeenAt: Date;
  behind: number | null;
  errors: LoggedError[] | null;
}

/**
 * Workers that reported within ten minutes, at most 200, each with the changes of the feed that are not in force there.
 */
export async function listWorkerStates({ tx }: InstallationScope): Promise<WorkerStatusRow[]> {
  const { rows } = await sql<WorkerStatusRow>`
    select w.id, w.version, w.running, w.waiting, w.capacity, w.started_at, w.last_seen_at, w.errors,
      case when w.feed_epoch = feed.epoch
        then (select count(*)::integer from runtime_states s where s.sequence > w.feed_sequence) end as behind
    from workers w, runtime_feed feed
    where w.last_seen_at > now() - interval '10 minutes' order by w.started_at, w.id limit 200`.execute(tx);
  return rows;
}

export interface QueueRow {
  queue: "jobs" | "crons" | "deliveries" | "runs";
  waiting: number;
  running: number;
  oldestMs: number;
}

/** The work that waits for workers. */
export async function readQueues({ tx }: InstallationScope): Promise<QueueRow[]> {
  const late = (due: string) =>
    sql`coalesce(extract(epoch from now() - min(${sql.ref(due)}) filter (where status = 'queued')) * 1000, 0)::float8`;
  const counts = sql`count(*) filter (where status = 'queued') as waiting, count(*) filter (where status = 'running') as running`;
  const { rows } = await sql<QueueRow>`
    select 'jobs' as queue, ${counts}, ${late("created_at")} as oldest_ms from jobs where status in ('queued', 'running')
    union all
    select 'crons', ${counts}, ${late("due_at")} from runs
      where mode = 'cron' and finished_at is null
    union all
    select 'deliveries', ${counts}, ${late("due_at")} from runs
      where mode = 'delivery' and finished_at is null
    union all
    select 'runs', count(*) filter (where queue = 'ready'), count(*) filter (where status = 'running'),
      coalesce(extract(epoch from now() - min(due_at) filter (where queue = 'ready')) * 1000, 0)::float8
    from runs where ${startedByCall()} and (queue = 'ready' or status = 'running')`.execute(tx);
  return rows.map((row) => ({ ...row, oldestMs: Math.max(0, row.oldestMs) }));
}

export async function countUnsealed({ tx }: InstallationScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_events where hash is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface DatabaseFacts {
  version: string;
  sizeBytes: number;
  connections: number;
}

export async function readDatabase({ tx }: InstallationScope): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(tx);
  return rows[0] ?? { version: "", sizeBytes: 0, connections: 0 };
}
