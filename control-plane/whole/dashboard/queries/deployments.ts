import { sql } from "kysely";
import type { DeploymentKind, Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The rollups to read. */
export interface Part {
  environment: Environment;
  /** The length of the rollups to read: 60 or 900. */
  seconds: number;
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

/** The rollups over all Functions, oldest first. */
export async function listRollups({ tx, projectId }: ProjectScope, part: Part): Promise<RollupRow[]> {
  // Read as text: to split 672 rows of 130 numbers takes a fraction of the time of the driver's array parser.
  const { rows } = await sql<Omit<RollupRow, "durations"> & { durations: string }>`
    select bucket_at, calls, failed, rejected, cancelled, array_to_string(durations, ',') as durations
    from execution_rollups
    where project_id = ${projectId} and environment = ${part.environment} and seconds = ${part.seconds}
      and bucket_at >= ${part.from} and function_id = ''
    order by bucket_at`.execute(tx);
  return rows.map((row) => ({ ...row, durations: row.durations.split(",").map(Number) }));
}

export interface FunctionRow {
  functionId: string;
  functionName: string;
  calls: number;
  failed: number;
}

/** The `most` Functions with the most calls, and those with the most failures, each under its last name. */
export async function listFunctionSums(
  { tx, projectId }: ProjectScope,
  part: Part,
  most: number,
): Promise<{ busiest: FunctionRow[]; failing: FunctionRow[] }> {
  const { rows } = await sql<FunctionRow & { list: "busiest" | "failing" }>`
    with sums as materialized (
      select function_id, (array_agg(function_name order by bucket_at desc))[1] as function_name,
        sum(calls) as calls, sum(failed) as failed
      from execution_rollups
      where project_id = ${projectId} and environment = ${part.environment} and seconds = ${part.seconds}
        and bucket_at >= ${part.from} and function_id <> ''
      group by function_id)
    (select *, 'busiest' as list from sums order by calls desc, function_id limit ${most})
    union all
    (select *, 'failing' as list from sums where failed > 0 order by failed desc, function_id limit ${most})`.execute(
    tx,
  );
  const of = (wanted: string) => rows.filter(({ list }) => list === wanted).map(({ list: _list, ...row }) => row);
  return { busiest: of("busiest"), failing: of("failing") };
}

/**
 * The time of the oldest call that rollups still count, to the minute if it is recent enough; null when there is none.
 */
export async function readFirstCall({ tx, projectId }: ProjectScope, environment: Environment): Promise<number | null> {
  const first = (seconds: number) => sql`(select bucket_at from execution_rollups
    where project_id = ${projectId} and environment = ${environment} and seconds = ${seconds} and function_id = ''
    order by bucket_at limit 1)`;
  const { rows } = await sql<{ quarter: Date | null; minute: Date | null }>`
    select ${first(900)} as quarter, ${first(60)} as minute`.execute(tx);
  const { quarter = null, minute = null } = rows[0] ?? {};
  if (quarter === null) return null;
  // We drop rollups of a minute sooner, so they are more precise only within the same quarter of an hour.
  const isSame = minute !== null && minute.getTime() - quarter.getTime() < 900_000;
  return (isSame ? minute : quarter).getTime();
}

export interface ActiveRow {
  environment: Environment;
  deploymentId: string;
  number: number;
  kind: DeploymentKind;
  digest: string;
  pinned: boolean;
  since: Date;
}

/** The active deployment of each environment. */
export async function listActive({ tx, projectId }: ProjectScope): Promise<ActiveRow[]> {
  const { rows } = await sql<ActiveRow>`
    select target.environment, target.deployment_id, deployment.number, deployment.kind, target.digest, target.pinned,
      target.updated_at as since
    from project_targets target join deployments deployment on deployment.id = target.deployment_id
    where target.project_id = ${projectId} order by target.environment`.execute(tx);
  return rows;
}
