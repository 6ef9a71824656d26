import type { NewRun } from "@ferrule/contract/internal/runs.ts";
import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";

/** A run to store: its row's plain columns, and the sealed ones in base64. */
export interface RunToInsert extends Omit<NewRun, "approval" | "input" | "concurrencyKey" | "rate"> {
  lane: string;
  rateLimit: number | null;
  rateSeconds: number | null;
  parentId: string | null;
  parentStep: string | null;
  detached: boolean;
  replayOf: string | null;
  needsApproval: boolean;
  waitsFor: string | null;
  inputChars: number;
  isApart: boolean;
  sealedInput: string;
  keyId: string;
  wrappedKey: string;
}

interface StartFacts {
  functions: string[];
  /** Runs that are stored already, and the approvals that they wait for. */
  existing: { id: string; approvalId: string | null }[];
  /** How many runs have not ended, by lane. */
  lanes: { lane: string; count: number }[];
}

/** The most runs of one concurrency value that may wait. */
export const mostInLane = 10_000;

/** What decides whether these runs may start. The Functions stay until the transaction ends. */
export async function readStartFacts(
  { tx, projectId }: ProjectScope,
  asked: { ids: readonly string[]; functionIds: readonly string[]; lanes: readonly string[] },
): Promise<StartFacts> {
  const { rows } = await sql<StartFacts>`
    with its as (select id from functions where project_id = ${projectId} and id = any(${asked.functionIds}::text[])
      order by id for key share)
    select coalesce((select json_agg(id) from its), '[]') as functions,
      coalesce((select json_agg(json_build_object('id', r.id, 'approvalId', (
          select max(a.id) from approvals a where a.run_id = r.id and a.step_key is null and a.status = 'pending')))
        from runs r where r.project_id = ${projectId} and r.id = any(${asked.ids}::text[])), '[]') as existing,
      coalesce((select json_agg(json_build_object('lane', asked.lane, 'count', (select count(*) from (
          select from runs r where r.project_id = ${projectId} and r.lane = asked.lane and r.finished_at is null
          limit ${mostInLane}) its)))
        from unnest(${asked.lanes}::text[]) as asked (lane)), '[]') as lanes`.execute(tx);
  return rows[0] ?? { functions: [], existing: [], lanes: [] };
}

/** Those of these runs that are stored, and the approvals that they wait for. */
export async function findStarted(
  { tx, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<StartFacts["existing"]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StartFacts["existing"][number]>`
    select r.id, (select max(a.id) from approvals a
      where a.run_id = r.id and a.step_key is null and a.status = 'pending') as approval_id
    from runs r where r.project_id = ${projectId} and r.id = any(${ids}::text[])`.execute(tx);
  return rows;
}

/** How many runs of the Project have not ended, up to `most`. */
export async function countUnended({ tx, projectId }: ProjectScope, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from runs where project_id = ${projectId} and finished_at is null and mode in ('durable', 'once')
    limit ${most}) its`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type KeyedRun = Pick<NewRun, "id" | "environment" | "functionId" | "tenantId"> & { key: string };

const givenKeys = (given: readonly KeyedRun[]) => sql`
  json_to_recordset(${JSON.stringify(given)}::text::json)
    as given (id text, environment text, "functionId" text, "tenantId" text, key text)`;

/**
 * Reserves the keys of new runs. Returns the run of each key: an earlier one that has not ended or began in the last 24
 * hours, or the given one. The given keys must differ.
 */
export async function takeKeys(
  { tx, projectId }: ProjectScope,
  given: readonly KeyedRun[],
): Promise<{ key: string; runId: string; id: string }[]> {
  if (given.length === 0) return [];
  // In a fixed order, so that two batches never wait for each other.
  const { rows } = await sql<{ id: string; key: string; runId: string }>`
    with given as (select * from ${givenKeys(given)}), taken as (
      insert into run_keys as known (project_id, environment, function_id, tenant_id, key, run_id, until)
      select ${projectId}, environment, "functionId", "tenantId", key, id, now() + interval '24 hours'
      from given order by environment, "functionId", "tenantId", key
      on conflict (project_id, environment, function_id, tenant_id, key) do update set
        run_id = case when known.until < now() and not exists (select from runs r
          where r.id = known.run_id and r.finished_at is null) then excluded.run_id else known.run_id end,
        until = case when known.until < now() and not exists (select from runs r
          where r.id = known.run_id and r.finished_at is null) then excluded.until else known.until end
      returning environment, function_id, tenant_id, key, run_id)
    select given.id, given.key, taken.run_id from taken join given on given.environment = taken.environment
      and given."functionId" = taken.function_id and given."tenantId" = taken.tenant_id
      and given.key = taken.key`.execute(tx);
  return rows;
}

/** The runs that have these keys already, of those that nobody may start now. */
export async function findKeys(
  { tx, projectId }: ProjectScope,
  given: readonly KeyedRun[],
): Promise<{ id: string; runId: string }[]> {
  if (given.length === 0) return [];
  const { rows } = await sql<{ id: string; runId: string }>`
    select given.id, known.run_id from ${givenKeys(given)}
    join run_keys known on known.project_id = ${projectId} and known.environment = given.environment
      and known.function_id = given."functionId" and known.tenant_id = given."tenantId" and known.key = given.key
    join runs r on r.id = known.run_id and (known.until >= now() or r.finished_at is null)`.execute(tx);
  return rows;
}

/**
 * Stores runs; one that already exists stays as it is. Returns the ids of those that were stored. Their times are the
 * database's, because the clocks of workers differ.
 */
export async function insertRuns(
  { tx, projectId }: ProjectScope,
  clock: Clock,
  given: readonly RunToInsert[],
): Promise<string[]> {
  if (given.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with given as (select * from json_to_recordset(${storableJson(given)}::text::json) as given (
      id text, environment text, "functionId" text, mode text, source text, "endpointId" text, "bindingId" text,
      "deploymentId" text, "onRelease" text, "tenantId" text, caller jsonb, "requestId" text, trace jsonb, key text,
      priority integer, "parentId" text, "parentStep" text, detached boolean, "replayOf" text, lane text,
      concurrency integer, "rateLimit" integer, "rateSeconds" integer, "delayMs" float8, "deadlineSeconds" integer,
      "needsApproval" boolean, "waitsFor" text, "inputChars" integer, "isApart" boolean, "sealedInput" text,
      "shownInput" text, "keyId" text, "wrappedKey" text)
    ), stored as (
      insert into runs (id, project_id, environment, function_id, mode, source, endpoint_id, binding_id, deployment_id,
        on_release, tenant_id, caller, request_id, trace, key, priority, parent_id, parent_step, detached, replay_of,
        lane, concurrency, rate_limit, rate_seconds, turn, status, queue, waits_kind, waits_for, due_at,
        deadline_seconds, deadline_at, input, input_chars, shown_input, key_id, wrapped_key)
      select id, ${projectId}, environment, "functionId", mode, source, "endpointId", "bindingId",
        case when "onRelease" = 'stay' then "deploymentId" end, "onRelease", "tenantId", caller, "requestId", trace, key,
        priority, "parentId", "parentStep", detached, "replayOf", lane, concurrency, "rateLimit", "rateSeconds",
        hashtext("tenantId"), case when "needsApproval" then 'waiting' else 'queued' end,
        case when "needsApproval" then null when "delayMs" > 0 then 'later' else 'ready' end,
        case when "needsApproval" then 'approval' end, "waitsFor",
        ${clock()} + "delayMs" * interval '1 millisecond', "deadlineSeconds",
        ${clock()} + "delayMs" * interval '1 millisecond' + "deadlineSeconds" * interval '1 second',
        case when "isApart" then null else decode("sealedInput", 'base64') end, "inputChars", "shownInput", "keyId",
        decode("wrappedKey", 'base64')
      from given
      on conflict (id) do nothing returning id
    ), apart as (
      insert into run_payloads (project_id, run_id, name, ciphertext)
      select ${projectId}, given.id, 'input', decode(given."sealedInput", 'base64')
      from given join stored on stored.id = given.id where given."isApart"
    )
    select id from stored`.execute(tx);
  return rows.map(({ id }) => id);
}
