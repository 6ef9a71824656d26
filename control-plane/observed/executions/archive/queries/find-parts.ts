import { sql } from "kysely";
import type { ProjectScope } from "../../../../ground/store/scope.ts";
import type { ExecutionKey } from "../../filters/execution-filters.ts";
import type { ArchivedPart } from "./parts.ts";

const columns = sql`key, number, project_id, day::text as day, first_id, last_id, first_at, last_at, executions, bytes, text_bytes,
  sha256, state, changed_at`;

/** Objects of archived runs, which lists of executions pass over. */
const ofRuns = sql`split_part(key, '/', 2) = 'runs'`;
const ofExecutions = sql`split_part(key, '/', 2) <> 'runs'`;

interface Stretch {
  /** For each part of the time, only calls at or after this. */
  from: readonly (Date | null)[];
  /** Only calls before this. */
  to: Date | null;
  /** Only calls after this one in the list. */
  after: ExecutionKey | null;
}

/** The next parts that may have calls from a range. Parts with the latest calls come first. */
export async function partsBehind(
  { tx, projectId }: ProjectScope,
  { from, to, after }: Stretch,
  before: ArchivedPart | undefined,
  limit: number,
): Promise<ArchivedPart[]> {
  const within = [
    ...from.flatMap((at) => (at === null ? [] : [sql`last_at >= ${at}::timestamptz`])),
    ...(to === null ? [] : [sql`first_at < ${to}::timestamptz`]),
  ];
  // A part holds calls of one day. The condition is redundant, but it lets PostgreSQL begin at the list's position.
  const behind =
    after === null
      ? sql`true`
      : sql`(first_at <= ${after.startedAt}::timestamptz
          and last_at < date_trunc('day', ${after.startedAt}::timestamptz, 'UTC') + interval '1 day')`;
  const next =
    before === undefined
      ? sql`true`
      : sql`(last_at, number) < (${before.lastAt}::timestamptz, ${before.number}::bigint)`;
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and ${ofExecutions} and ${sql.join([behind, next, ...within], sql` and `)}
    order by last_at desc, number desc limit ${limit}`.execute(tx);
  return rows;
}

/** The parts that may have the execution with this id: usually one, and a few neighbours. */
export async function partsWithId({ tx, projectId }: ProjectScope, id: string): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and ${ofExecutions} and last_id >= ${id} and first_id <= ${id}
    order by last_id limit 50`.execute(tx);
  return rows;
}

/** A few parts with calls between two times, those nearest to a given time first. */
export async function partsAround(
  { tx, projectId }: ProjectScope,
  at: Date,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and ${ofExecutions} and last_at >= ${from} and first_at <= ${to}
      and last_at < date_trunc('day', ${to}::timestamptz, 'UTC') + interval '1 day'
    order by greatest(first_at - ${at}::timestamptz, ${at}::timestamptz - last_at, interval '0'), number
    limit ${limit}`.execute(tx);
  return rows;
}

/** Parts of a Project after the one with this number, in the order in which they were begun; `runs`: only of runs. */
export async function partsAfter(
  { tx, projectId }: ProjectScope,
  number: number,
  which: "all" | "runs",
): Promise<ArchivedPart[]> {
  const { rows } = await sql<ArchivedPart>`select ${columns} from execution_archives
    where project_id = ${projectId} and state = 'kept' and number > ${number} ${which === "runs" ? sql`and ${ofRuns}` : sql``} order by number limit 20`.execute(
    tx,
  );
  return rows;
}

/** Whether an object still counts. */
export async function isKept({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { rows } = await sql`select from execution_archives
    where project_id = ${projectId} and key = ${key} and state = 'kept'`.execute(tx);
  return rows.length > 0;
}

/** The earliest archived call of a day; null when there is none. */
export async function earliestOf({ tx, projectId }: ProjectScope, day: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(first_at) as at from execution_archives
    where project_id = ${projectId} and state = 'kept' and ${ofExecutions} and day = ${day}::date`.execute(tx);
  return rows[0]?.at ?? null;
}

/** Whether the archive may have calls from a range. */
export async function hasPartsWithin(
  { tx, projectId }: ProjectScope,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`select from execution_archives
    where project_id = ${projectId} and state = 'kept' and ${ofExecutions}
      and last_at >= ${from ?? "-infinity"}::timestamptz and first_at < ${to ?? "infinity"}::timestamptz limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
