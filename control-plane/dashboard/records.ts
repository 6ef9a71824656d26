import { sql } from "kysely";
import type { DeploymentKind, Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../store/scope.ts";

/** What part of the sums is asked for. */
export interface Part {
  environment: Environment;
  /** The length of the sums to read: 60 or 900. */
  seconds: number;
  from: Date;
}

export interface RollupRow {
  bucketAt: Date;
  calls: number;
  failed: number;
  rejected: number;
  cancelled: number;
  /** Counts by the steps of the scale of durations. */
  durations: number[];
}

/** The sums of all Functions together, oldest first. */
export async function listRollups({ tx, projectId }: ProjectScope, part: Part): Promise<RollupRow[]> {
  // As text: splitting 672 rows of 130 numbers takes a fraction of what the driver's parser of arrays does.
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

/** The calls of each Function that was called, under the name that it had last; the busiest 500. */
export async function listFunctionSums({ tx, projectId }: ProjectScope, part: Part): Promise<FunctionRow[]> {
  const { rows } = await sql<FunctionRow>`
    select function_id, (array_agg(function_name order by bucket_at desc))[1] as function_name,
      sum(calls) as calls, sum(failed) as failed
    from execution_rollups
    where project_id = ${projectId} and environment = ${part.environment} and seconds = ${part.seconds}
      and bucket_at >= ${part.from} and function_id <> ''
    group by function_id order by sum(calls) desc, function_id limit 500`.execute(tx);
  return rows;
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

/** What each environment serves. */
export async function listActive({ tx, projectId }: ProjectScope): Promise<ActiveRow[]> {
  const { rows } = await sql<ActiveRow>`
    select target.environment, target.deployment_id, deployment.number, deployment.kind, target.digest, target.pinned,
      target.updated_at as since
    from project_targets target join deployments deployment on deployment.id = target.deployment_id
    where target.project_id = ${projectId} order by target.environment`.execute(tx);
  return rows;
}
