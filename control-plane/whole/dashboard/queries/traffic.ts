import { sql } from "kysely";
import type { Environment } from "@ferrule/contract/states.ts";
import { rollupPlace, type RollupOf } from "../../../observed/executions/queries/roll-ups.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** Whose calls: those of a Function, an endpoint or a binding; with an empty id those of all Functions together. */
export interface Subject {
  of: RollupOf;
  id: string;
}

export const wholeProject: Subject = { of: "function", id: "" };

/** The rollups to read. */
export interface Part {
  environment: Environment;
  /** The length of the rollups to read, in seconds: 60 or 900. */
  seconds: number;
  /** Where a rollup begins. */
  from: Date;
}

export interface RollupRow {
  bucketAt: Date;
  calls: number;
  failed: number;
  rejected: number;
  cancelled: number;
  /** The number of calls in each step of the duration scale. */
  durations: number[];
}

/**
 * The rollups of one subject that begin before `to`. Buckets are looked up by key: the table is ordered by time, across
 * all Functions.
 */
export async function listRollups(
  { tx, projectId }: ProjectScope,
  { of, id }: Subject,
  { environment, seconds, from }: Part,
  to: Date,
): Promise<RollupRow[]> {
  // The range is redundant, but with it PostgreSQL reads no earlier quarters of the subject. Minutes have no index by
  // subject: there, it would make PostgreSQL read those of all subjects.
  const range = seconds === 900 ? sql`and sums.bucket_at >= ${from} and sums.bucket_at <= ${to}` : sql``;
  // Read as text: to split 672 rows of 130 numbers takes a fraction of the time of the driver's array parser.
  const { rows } = await sql<Omit<RollupRow, "durations"> & { durations: string }>`
    select sums.bucket_at, sums.calls, sums.failed, sums.rejected, sums.cancelled,
      array_to_string(sums.durations, ',') as durations
    from generate_series(${from}::timestamptz, ${to}::timestamptz, ${seconds} * interval '1 second') as step (at)
      join execution_rollups sums on sums.project_id = ${projectId}
        and sums.environment = ${rollupPlace(environment, of)} and sums.seconds = ${seconds}
        and sums.bucket_at = step.at and sums.function_id = ${id} ${range}`.execute(tx);
  return rows.map((row) => ({ ...row, durations: row.durations.split(",").map(Number) }));
}

interface SumRow {
  id: string;
  /** The Function's last name; empty for endpoints. */
  name: string;
  calls: number;
  failed: number;
  /** Where the first rollup with a failure begins. */
  failingSince: Date | null;
}
/** One that has failed. */
type FailingRow = SumRow & { failingSince: Date };

/** The `most` Functions or endpoints with the most calls, and those with the most failures. */
export async function listSums(
  { tx, projectId }: ProjectScope,
  of: "function" | "endpoint",
  part: Part,
  most: number,
): Promise<{ busiest: SumRow[]; failing: FailingRow[] }> {
  const { rows } = await sql<SumRow & { list: "busiest" | "failing" }>`
    with sums as materialized (
      select function_id as id, (array_agg(function_name order by bucket_at desc))[1] as name,
        sum(calls) as calls, sum(failed) as failed, min(bucket_at) filter (where failed > 0) as failing_since
      from execution_rollups
      where project_id = ${projectId} and environment = ${rollupPlace(part.environment, of)}
        and seconds = ${part.seconds} and bucket_at >= ${part.from} and function_id <> ''
      group by function_id)
    (select *, 'busiest' as list from sums order by calls desc, id limit ${most})
    union all
    (select *, 'failing' as list from sums where failed > 0 order by failed desc, id limit ${most})`.execute(tx);
  const within = (wanted: string) => rows.filter(({ list }) => list === wanted).map(({ list: _list, ...row }) => row);
  return {
    busiest: within("busiest"),
    failing: within("failing").filter((row): row is FailingRow => row.failingSince !== null),
  };
}

/** The names of these endpoints, as far as they exist, by their ids. */
export async function endpointNames(
  { tx, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from runtime_endpoints where project_id = ${projectId} and id = any(${ids}::text[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const quarterMs = 900_000;

/**
 * The time of the oldest call of a subject that rollups still count, to the minute if it is recent enough; null when there
 * is none.
 */
export async function readFirstCall(
  scope: ProjectScope,
  environment: Environment,
  subject: Subject,
): Promise<number | null> {
  const { tx, projectId } = scope;
  const { rows } = await sql<{ quarter: Date }>`
    select bucket_at as quarter from execution_rollups
    where project_id = ${projectId} and environment = ${rollupPlace(environment, subject.of)} and seconds = 900
      and function_id = ${subject.id}
    order by bucket_at limit 1`.execute(tx);
  const quarter = rows[0]?.quarter;
  if (quarter === undefined) return null;
  // We drop rollups of a minute sooner, so they are more precise only within the same quarter of an hour.
  const last = new Date(quarter.getTime() + quarterMs - 1);
  const minutes = await listRollups(scope, subject, { environment, seconds: 60, from: quarter }, last);
  return Math.min(
    ...(minutes.length > 0 ? minutes : [{ bucketAt: quarter }]).map(({ bucketAt }) => bucketAt.getTime()),
  );
}
