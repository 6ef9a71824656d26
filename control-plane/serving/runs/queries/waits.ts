import { runLimits } from "@ferrule/contract/internal/runs.ts";
import { startedModes, type Environment, type StartedRunStatus } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { AnyScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import type { ShownError } from "../../../ground/store/tables/runs.ts";
import type { RunRow, StepRow } from "./runs.ts";

/** The events that concern a run's wait. */
export interface EventPlace {
  projectId: string;
  environment: Environment;
  tenantId: string;
  name: string;
}

const eventKey = (place: EventPlace) =>
  `ferrule.run-event ${JSON.stringify([place.projectId, place.environment, place.tenantId, place.name])}`;

/**
 * Keeps an event and the waits for it from missing each other: who sends one waits until those who store a wait have
 * committed, and the other way round. Take these locks before those of any run.
 */
export async function lockEvents({ tx }: AnyScope, places: readonly EventPlace[], as: "sender" | "waiter") {
  const keys = [...new Set(places.map(eventKey))];
  if (keys.length === 0) return;
  const lock = sql.raw(as === "sender" ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared");
  await sql`select ${lock}(its.key) from (select hashtextextended(given.key, 0) as key
    from unnest(${keys}::text[]) as given (key) order by 1) its`.execute(tx);
}

/** The runs among these of one tenant, which do not end until the transaction does. */
export async function holdChildren(
  { tx }: AnyScope,
  { projectId, environment, tenantId }: Omit<EventPlace, "name">,
  ids: readonly string[],
): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom("runs")
    .selectAll()
    .where("id", "in", [...new Set(ids)])
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("tenantId", "=", tenantId)
    .where("mode", "in", startedModes)
    .orderBy("id")
    .forShare()
    .$castTo<RunRow>()
    .execute();
}

export type OpenStep = Pick<
  StepRow,
  "key" | "kind" | "state" | "attempts" | "value" | "dueAt" | "event" | "approvalId"
>;

/** The steps of a run with these keys, and those that are open. */
export async function readSteps({ tx }: AnyScope, runId: string, keys: readonly string[]): Promise<OpenStep[]> {
  const { rows } = await sql<OpenStep>`
    select key, kind, state, attempts, value, due_at, event, approval_id from run_steps
    where run_id = ${runId} and (key = any(${keys}::text[]) or state in ('waiting', 'retrying'))`.execute(tx);
  return rows;
}

/** A wait as it is stored. Times are relative to now, or absolute, in milliseconds. */
export interface WaitToStore {
  key: string;
  kind: StepRow["kind"];
  position: number;
  state: "waiting" | "retrying" | "done";
  attempts: number;
  value: string | null;
  chars: number;
  isApart: boolean;
  shown: string | null;
  error: ShownError | null;
  forMs: number | null;
  atMs: number | null;
  event: string | null;
  match: string | null;
  eventId: number | null;
  childId: string | null;
  approvalId: string | null;
}

/** No run lives longer. PostgreSQL refuses times and intervals that are out of its range. */
const longestMs = 2 * runLimits.deadlineSeconds * 1_000;
const latestMs = Date.UTC(9_999, 0);

/** Stores waits of a locked run, also in place of older ones. Returns when they end by themselves. */
export async function putWaits(
  { tx }: AnyScope,
  clock: Clock,
  run: Pick<RunRow, "id" | "projectId" | "environment" | "tenantId" | "attempt">,
  waits: readonly WaitToStore[],
): Promise<{ key: string; dueAt: Date | null }[]> {
  if (waits.length === 0) return [];
  const { rows } = await sql<{ key: string; dueAt: Date | null }>`
    with given as (select * from json_to_recordset(${storableJson(waits)}::text::json) as given (
      key text, kind text, position integer, state text, attempts integer, value text, chars integer, "isApart" boolean,
      shown text, error jsonb, "forMs" float8, "atMs" float8, event text, match text, "eventId" bigint, "childId" text,
      "approvalId" text)
    ), apart as (
      insert into run_payloads (project_id, run_id, name, ciphertext)
      select ${run.projectId}, ${run.id}, 'step:' || key, decode(value, 'base64') from given where "isApart"
      on conflict (run_id, name) do update set ciphertext = excluded.ciphertext
    )
    insert into run_steps (project_id, run_id, key, kind, position, state, attempts, attempt, value, chars, apart, shown,
      error, due_at, environment, tenant_id, event, match, event_id, child_id, approval_id, started_at, finished_at)
    select ${run.projectId}, ${run.id}, key, kind, position, state, attempts, ${run.attempt},
      case when "isApart" then null else decode(value, 'base64') end, chars, "isApart", shown, error,
      case when "atMs" is not null then to_timestamp(least(greatest("atMs", 0), ${latestMs}::float8) / 1000)
        when "forMs" is not null then ${clock()} + least("forMs", ${longestMs}::float8) * interval '1 millisecond' end,
      case when event is not null then ${run.environment} end, case when event is not null then ${run.tenantId} end,
      event, match::jsonb, "eventId", "childId", "approvalId", now(), case when state = 'done' then now() end
    from given
    on conflict (run_id, key) do update set kind = excluded.kind, position = excluded.position, state = excluded.state,
      attempts = excluded.attempts, attempt = excluded.attempt, value = excluded.value, chars = excluded.chars,
      apart = excluded.apart, shown = excluded.shown, error = excluded.error, due_at = excluded.due_at,
      environment = excluded.environment, tenant_id = excluded.tenant_id, event = excluded.event, match = excluded.match,
      event_id = excluded.event_id, child_id = excluded.child_id, approval_id = excluded.approval_id,
      finished_at = excluded.finished_at
    returning key, due_at`.execute(tx);
  return rows;
}

/** Counts what a run has got: new steps, results, and their size in characters. */
export async function countSteps(
  { tx }: AnyScope,
  runId: string,
  { added, done, chars }: { added: number; done: number; chars: number },
): Promise<void> {
  await sql`update runs set step_count = step_count + ${added}, steps_done = steps_done + ${done},
    history_chars = history_chars + ${chars} where id = ${runId}`.execute(tx);
}

/** Gives up waits that the Function no longer has. */
export async function cancelWaits({ tx }: AnyScope, runId: string, keys: readonly string[]): Promise<void> {
  await sql`update run_steps set state = 'cancelled', due_at = null, finished_at = now()
    where run_id = ${runId} and key = any(${keys}::text[]) and state = 'waiting'`.execute(tx);
}

/** The end of one wait: the sealed value in base64. */
export interface WaitEnd {
  runId: string;
  key: string;
  value: string;
  chars: number;
  isApart: boolean;
  shown: string | null;
  eventId: number | null;
}

/** Ends waits of locked runs, at most one of each run. Returns the runs whose wait was still open. */
export async function endWaits({ tx }: AnyScope, ends: readonly WaitEnd[]): Promise<string[]> {
  if (ends.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with given as (select * from json_to_recordset(${storableJson(ends)}::text::json) as given (
      "runId" text, key text, value text, chars integer, "isApart" boolean, shown text, "eventId" bigint)
    ), ended as (
      update run_steps s set state = 'done', value = case when given."isApart" then null else decode(given.value, 'base64') end,
        chars = given.chars, apart = given."isApart", shown = given.shown, event_id = given."eventId", due_at = null,
        finished_at = now()
      from given where s.run_id = given."runId" and s.key = given.key and s.state = 'waiting'
      returning s.run_id, s.project_id, s.key, s.chars
    ), apart as (
      insert into run_payloads (project_id, run_id, name, ciphertext)
      select ended.project_id, ended.run_id, 'step:' || ended.key, decode(given.value, 'base64')
      from ended join given on given."runId" = ended.run_id and given.key = ended.key where given."isApart"
      on conflict (run_id, name) do update set ciphertext = excluded.ciphertext
    )
    update runs set steps_done = steps_done + 1, history_chars = history_chars + ended.chars
    from ended where runs.id = ended.run_id returning runs.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks runs in the order of their ids. */
export const lockRuns = ({ tx }: AnyScope, ids: readonly string[]): Promise<RunRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom("runs")
        .selectAll()
        .where("id", "in", ids)
        .where("mode", "in", startedModes)
        .orderBy("id")
        .forNoKeyUpdate()
        .$castTo<RunRow>()
        .execute();

export const hasEnded = (status: StartedRunStatus): boolean =>
  status === "succeeded" || status === "failed" || status === "cancelled" || status === "expired";

/** The run that a step of a run has started. */
export async function findChildOf({ tx }: AnyScope, runId: string, key: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("runSteps")
    .select("childId")
    .where("runId", "=", runId)
    .where("key", "=", key)
    .where("kind", "=", "start")
    .executeTakeFirst();
  return row?.childId ?? undefined;
}
