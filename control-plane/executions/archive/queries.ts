import { type Selectable, sql } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../store/scope.ts";
import type { ExecutionArchivesTable } from "../../store/tables/archives.ts";
import type { ExecutionKey } from "../execution-filters.ts";

export type ArchivedPart = Selectable<ExecutionArchivesTable>;
export type NewPart = Omit<ArchivedPart, "state" | "changedAt">;

const columns = sql`key, project_id, day::text as day, first_id, last_id, first_at, last_at, tail_id, executions, bytes,
  text_bytes, sha256, state, changed_at`;

/** Says which object is about to be written, so that it is deleted if nothing comes of it. */
export async function beginPart({ tx, projectId }: ProjectScope, part: NewPart): Promise<void> {
  await sql`insert into execution_archives as held (key, project_id, day, first_id, last_id, first_at, last_at, tail_id,
      executions, bytes, text_bytes, sha256)
    values (${part.key}, ${projectId}, ${part.day}::date, ${part.firstId}, ${part.lastId}, ${part.firstAt}, ${part.lastAt},
      ${part.tailId}, ${part.executions}, ${part.bytes}, ${part.textBytes}, ${part.sha256})
    on conflict (key) do update set changed_at = now(), state = 'writing', tail_id = excluded.tail_id
      where held.state <> 'kept'`.execute(tx);
}

/** Has an object that was written and verified count from now on. */
export async function keepPart({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update execution_archives set state = 'kept', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state = 'writing'`.execute(tx);
  return numAffectedRows === 1n;
}

/** An object that does not count is to be deleted. */
export async function letUnkeptGo({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update execution_archives set state = 'gone', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state <> 'kept'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Has objects no longer count; they are to be deleted. */
export async function letPartsGo({ tx, projectId }: ProjectScope, keys: readonly string[]): Promise<void> {
  await sql`update execution_archives set state = 'gone', changed_at = now()
    where project_id = ${projectId} and key = any(${keys}::text[])`.execute(tx);
}

/** The parts of a day that count, newest first. */
export async function partsOfDay({ tx, projectId }: ProjectScope, day: string): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and day = ${day}::date and state = 'kept' order by first_at desc, tail_id desc`.execute(
    tx,
  );
  return rows;
}

/** The next part with calls after the one with this key, newest first, within `[from, to)`. */
export async function nextPart(
  { tx, projectId }: ProjectScope,
  after: ExecutionKey | null,
  { from, to }: { from?: string | undefined; to?: string | undefined } = {},
): Promise<ArchivedPart | undefined> {
  const behind = after === null ? sql`true` : sql`(first_at, tail_id) < (${after.startedAt}, ${after.id})`;
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and ${behind}
      and (${to ?? null}::timestamptz is null or first_at < ${to ?? null}::timestamptz)
      and (${from ?? null}::timestamptz is null or last_at >= ${from ?? null}::timestamptz)
    order by first_at desc, tail_id desc limit 1`.execute(tx);
  return rows[0];
}

/** The parts that may have the execution with this id: one, and a neighbour or two. */
export async function partsWithId({ tx, projectId }: ProjectScope, id: string): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and last_id >= ${id} and first_id <= ${id}
    order by last_id limit 3`.execute(tx);
  return rows;
}

/** The parts with calls that began between two moments, the earliest first, a few. */
export async function partsBetween({ tx, projectId }: ProjectScope, from: Date, to: Date): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and last_at >= ${from} and first_at <= ${to}
    order by first_at limit 3`.execute(tx);
  return rows;
}

/** Parts of a Project after the one with this key, in the order of their keys, for what looks through all of them. */
export async function partsAfterKey({ tx, projectId }: ProjectScope, key: string): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and key > ${key} order by key limit 20`.execute(tx);
  return rows;
}

/** How many executions of each Project began on a day. */
export async function countDay({ tx }: AnyScope, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ projectId: string; count: number }>`
    select project_id, count(*)::integer as count from executions
    where started_at >= ${day}::date::timestamp at time zone 'UTC'
      and started_at < (${day}::date + 1)::timestamp at time zone 'UTC'
    group by project_id`.execute(tx);
  return new Map(rows.map(({ projectId, count }) => [projectId, count]));
}

/** How many executions of each Project are in the archive of a day. */
export async function countArchived({ tx }: AnyScope, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ projectId: string; count: number }>`
    select project_id, sum(executions)::integer as count from execution_archives
    where day = ${day}::date and state = 'kept' group by project_id`.execute(tx);
  return new Map(rows.map(({ projectId, count }) => [projectId, count]));
}

/** Nobody records executions of the days before one until the transaction ends. Later days are recorded meanwhile. */
export async function lockDaysBefore({ tx }: InstallationScope, day: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'executions'::regclass and child.relname ~ '^executions_[0-9]{8}$'
      and right(child.relname, 8)::date < ${day}::date`.execute(tx);
  const tables = ["executions_default", ...rows.map(({ name }) => name)].map((name) => sql.table(name));
  await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(tx);
}

/** The days before one that have executions here, the oldest first: `2026-11-21`. */
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

/** Lets go what is older than so many days. */
export async function letOldPartsGo({ tx }: InstallationScope, days: number): Promise<void> {
  await sql`update execution_archives set state = 'gone', changed_at = now()
    where state = 'kept' and day < (now() at time zone 'UTC')::date - ${days}::integer`.execute(tx);
}

/** Objects to delete: those that are gone, and those whose writing came to nothing an hour ago. */
export async function listUnkept({ tx }: InstallationScope): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from execution_archives
    where state = 'gone' or state = 'writing' and changed_at < now() - interval '1 hour' order by changed_at limit 500`.execute(
    tx,
  );
  return rows.map(({ key }) => key);
}

/** An object is deleted. */
export async function forgetPart({ tx }: InstallationScope, key: string): Promise<void> {
  await sql`delete from execution_archives where key = ${key} and state <> 'kept'`.execute(tx);
}

export async function noteArchivedDay({ tx }: InstallationScope, day: string): Promise<void> {
  await sql`update archive_state set last_day = greatest(last_day, ${day}::date), archived_at = now(), failures = 0,
    failed_at = null, failure = null`.execute(tx);
}

export async function noteArchiveFailure({ tx }: InstallationScope, failure: string): Promise<void> {
  await sql`update archive_state set failures = failures + 1, failed_at = now(), failure = ${failure}`.execute(tx);
}

export interface ArchiveState {
  lastDay: string | null;
  archivedAt: Date | null;
  failures: number;
  failedAt: Date | null;
  failure: string | null;
}

export async function readArchiveState({ tx }: InstallationScope): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`
    select last_day::text as last_day, archived_at, failures, failed_at, failure from archive_state`.execute(tx);
  return rows[0]!;
}

/** How much is in the archive of all Projects. */
export async function measureArchive({ tx }: InstallationScope) {
  const { rows } = await sql<{ objects: number; bytes: number; executions: number }>`
    select count(*)::integer as objects, coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(sum(executions), 0)::float8 as executions from execution_archives where state = 'kept'`.execute(tx);
  return rows[0]!;
}
