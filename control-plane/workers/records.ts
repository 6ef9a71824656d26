import { sql } from "kysely";
import type { WorkerReport } from "@ferrule/contract/internal/workers.ts";
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

/** Keeps what a worker says of itself. */
export async function keepWorker({ tx }: InstallationScope, report: WorkerReport): Promise<void> {
  const { workerId, version, running, waiting, capacity, startedAt } = report;
  await sql`insert into workers (id, version, running, waiting, capacity, started_at)
    values (${workerId}, ${version}, ${running}, ${waiting}, ${capacity}, ${startedAt}::timestamptz)
    on conflict (id) do update set version = excluded.version, running = excluded.running, waiting = excluded.waiting,
      capacity = excluded.capacity, started_at = excluded.started_at, last_seen_at = now()`.execute(tx);
}

/** Workers heard of within the last ten minutes, at most 200. They belong to the installation: any Project sees them. */
export async function listWorkerRows({ tx }: ProjectScope): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select id, version, running, waiting, capacity, started_at, last_seen_at from workers
    where last_seen_at > now() - interval '10 minutes' order by started_at, id limit 200`.execute(tx);
  return rows;
}

/** Forgets workers that have long been gone. */
export async function pruneWorkers({ tx }: InstallationScope): Promise<void> {
  await sql`delete from workers where last_seen_at < now() - interval '1 day'`.execute(tx);
}
