import { forgetGroups } from "./forget-groups.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { sql } from "kysely";
import { storableJson } from "../../../ground/store/storable-json.ts";

/** How long we keep rollups of a minute. Only the window of an hour reads them, and the hour before it. */
export const minutesForMs = 3 * 3_600_000;

/** The lengths of the rollups of callers: for a day, and for a week. */
export const callerSeconds = [900, 43_200] as const;

/** What a row of `execution_rollups` sums up: the calls of a Function or of all, those of an endpoint, or of a binding. */
export type RollupOf = "function" | "endpoint" | "binding";

/**
 * The `environment` of rows that sum up endpoints and bindings names their kind, too. So the rows of a kind stand
 * together, and who reads one kind never walks over the others.
 */
export const rollupPlace = (environment: string, of: RollupOf): string =>
  of === "function" ? environment : `${environment} ${of}`;

export interface Rollup {
  projectId: string;
  /** See `rollupPlace`. */
  environment: string;
  seconds: number;
  bucketAt: string;
  /** The id of the Function, endpoint or binding; empty: all Functions together. */
  functionId: string;
  functionName: string;
  calls: number;
  failed: number;
  rejected: number;
  cancelled: number;
  durations: number[];
}

export interface EndpointSum {
  projectId: string | undefined;
  environment: string | undefined;
  endpointId: string | undefined;
  bucketAt: string | undefined;
  calls: number;
  failed: number;
}

/** The calls through an endpoint within the minute from `bucketAt`. */
export interface EndpointMinute extends EndpointSum {
  durations: number[];
}

/** The calls of one caller within `seconds` from `bucketAt`. */
export interface CallerSum {
  projectId: string;
  environment: string;
  seconds: number;
  bucketAt: string;
  callerKey: string;
  caller: Pick<Caller, "kind" | "id" | "name" | "issuer" | "subject">;
  calls: number;
  failed: number;
}

/** Adds to the rollups of Functions, endpoints, bindings and Projects: inserts each row, or adds it to the existing one. */
export async function addSums({ tx }: InstallationScope, added: readonly Rollup[]): Promise<void> {
  await sql`insert into execution_rollups as held (project_id, environment, seconds, bucket_at, function_id, function_name,
      calls, failed, rejected, cancelled, durations)
    select "projectId", environment, seconds, "bucketAt", "functionId", "functionName", calls, failed, rejected,
      cancelled, durations
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, environment text, seconds integer, "bucketAt" timestamptz, "functionId" text,
      "functionName" text, calls integer, failed integer, rejected integer, cancelled integer, durations integer[])
    on conflict (project_id, environment, seconds, bucket_at, function_id) do update set
      function_name = excluded.function_name,
      calls = held.calls + excluded.calls,
      failed = held.failed + excluded.failed,
      rejected = held.rejected + excluded.rejected,
      cancelled = held.cancelled + excluded.cancelled,
      durations = ferrule_add_counts(held.durations, excluded.durations)`.execute(tx);
}

/** Adds to the rollups of endpoints: inserts each row, or adds it to the existing one. */
export async function addEndpointSums({ tx }: InstallationScope, added: readonly EndpointSum[]): Promise<void> {
  await sql`insert into endpoint_rollups as held (project_id, environment, endpoint_id, bucket_at, calls, failed)
    select "projectId", environment, "endpointId", "bucketAt", calls, failed
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, environment text, "endpointId" text, "bucketAt" timestamptz, calls integer, failed integer)
    on conflict (project_id, environment, endpoint_id, bucket_at) do update set
      calls = held.calls + excluded.calls, failed = held.failed + excluded.failed`.execute(tx);
}

/** Adds to the minutes of endpoints: inserts each row, or adds it to the existing one. */
export async function addEndpointMinutes({ tx }: InstallationScope, added: readonly EndpointMinute[]): Promise<void> {
  await sql`insert into endpoint_minutes as held
      (project_id, environment, endpoint_id, bucket_at, calls, failed, durations)
    select "projectId", environment, "endpointId", "bucketAt", calls, failed, durations
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, environment text, "endpointId" text, "bucketAt" timestamptz, calls integer, failed integer,
      durations integer[])
    on conflict (project_id, environment, endpoint_id, bucket_at) do update set
      calls = held.calls + excluded.calls, failed = held.failed + excluded.failed,
      durations = ferrule_add_counts(held.durations, excluded.durations)`.execute(tx);
}

/** Adds to the rollups of callers: inserts each row, or adds it to the existing one under the latest name. */
export async function addCallerSums({ tx }: InstallationScope, added: readonly CallerSum[]): Promise<void> {
  await sql`insert into caller_rollups as held (project_id, environment, seconds, bucket_at, caller_key, caller, calls, failed)
    select "projectId", environment, seconds, "bucketAt", "callerKey", caller, calls, failed
    from json_to_recordset(${storableJson(added)}::text::json) as added (
      "projectId" text, environment text, seconds integer, "bucketAt" timestamptz, "callerKey" text, caller jsonb,
      calls integer, failed integer)
    on conflict (project_id, environment, seconds, bucket_at, caller_key) do update set
      caller = excluded.caller, calls = held.calls + excluded.calls, failed = held.failed + excluded.failed`.execute(
    tx,
  );
}

/** A week that charts show, and the week before it that they compare, in days. */
const comparedDays = 15;

/** Removes rollups beyond every window and list of the dashboard. Rollups of a quarter of an hour go with the calls. */
export async function pruneRollups(scope: InstallationScope, retentionDays: number): Promise<void> {
  const { tx } = scope;
  await sql`delete from execution_rollups where (seconds = 60 and bucket_at < now() - ${minutesForMs} * interval '1 millisecond')
    or (seconds = 900 and bucket_at < now() - ${Math.max(comparedDays, retentionDays)} * interval '1 day')`.execute(tx);
  await sql`delete from endpoint_minutes
    where bucket_at < now() - ${minutesForMs} * interval '1 millisecond'`.execute(tx);
  await sql`delete from endpoint_rollups where bucket_at < now() - interval '2 days'`.execute(tx);
  await sql`delete from caller_rollups where (seconds = 900 and bucket_at < now() - interval '2 days')
    or (seconds = 43200 and bucket_at < now() - interval '8 days')`.execute(tx);
  const { numAffectedRows } =
    await sql`delete from failure_rollups where bucket_at < now() - ${retentionDays} * interval '1 day'`.execute(tx);
  if (numAffectedRows) await forgetGroups(scope);
}
