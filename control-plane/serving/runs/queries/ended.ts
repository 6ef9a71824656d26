import { startedModes } from "@ferrule/contract/states.ts";
import { type RawBuilder, sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";

export interface EndedRun {
  id: string;
  createdAt: Date;
  /** When it was created, in UTC: `2026-11-21`. */
  day: string;
}

const hasEnded = (keepDays: number): RawBuilder<boolean> =>
  sql`run.mode = any(${startedModes}::text[]) and not run.orphans
    and run.finished_at < now() - ${keepDays} * interval '1 day'`;

/** Some runs that a call started, and that ended before so many days. Those that ended first come first. */
export async function listEnded({ tx, projectId }: ProjectScope, keepDays: number, limit: number): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select id, created_at, (created_at at time zone 'UTC')::date::text as day from runs run
    where project_id = ${projectId} and ${hasEnded(keepDays)} order by finished_at limit ${limit}`.execute(tx);
  return rows;
}

/** Removes these runs, with their steps and approvals. Returns how many were still there and had still ended. */
export async function removeEnded(
  { tx, projectId }: ProjectScope,
  keepDays: number,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from runs run
    where project_id = ${projectId} and id = any(${ids}::text[]) and ${hasEnded(keepDays)}`.execute(tx);
  return Number(numAffectedRows);
}

const time = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const failure = (column: string) =>
  sql`case when ${sql.ref(column)} is not null then
    json_build_object('code', ${sql.ref(column)} ->> 'code', 'message', ${sql.ref(column)} ->> 'message') end`;

/** The masked texts of all steps of one run, in characters. With many steps, less of each is kept. */
const mostShown = 1_000_000;

const timeline = sql`(select coalesce(json_agg(json_build_object('key', step.key, 'kind', step.kind,
    'position', step.position, 'state', step.state, 'attempts', step.attempts,
    'shown', left(step.shown, ${mostShown}::integer / greatest(1, run.step_count)), 'error', ${failure("step.error")},
    'approvalId', step.approval_id, 'childId', step.child_id, 'attempt', step.attempt, 'durationMs', step.duration_ms,
    'startedAt', ${time("step.started_at")}, 'finishedAt', ${time("step.finished_at")})
    order by step.position, step.key), '[]')
  from run_steps step where step.project_id = run.project_id and step.run_id = run.id)`;

const approvals = sql`(select coalesce(json_agg(json_build_object('id', question.id, 'stepKey', question.step_key,
    'title', question.title, 'summary', question.summary, 'details', question.details, 'askedBy', question.asked_by,
    'status', question.status, 'createdAt', ${time("question.created_at")},
    'finishedAt', ${time("question.finished_at")}, 'decisions', (
      select coalesce(json_agg(json_build_object('by', json_build_object('id', one.user_id, 'email', one.email),
        'decision', one.decision, 'reason', one.reason, 'at', ${time("one.at")}) order by one.at), '[]')
      from approval_decisions one where one.project_id = question.project_id and one.approval_id = question.id))
    order by question.created_at), '[]')
  from approvals question where question.project_id = run.project_id and question.run_id = run.id)`;

/** Runs as lines of the archive: what people see of them, masked, with their steps and approvals. */
export async function readEnded(
  { tx, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<{ id: string; createdAt: Date; line: string }[]> {
  const { rows } = await sql<{ id: string; createdAt: Date; line: string }>`
    select run.id, run.created_at, json_build_object('id', run.id, 'projectId', run.project_id,
      'environment', run.environment, 'functionId', run.function_id, 'mode', run.mode, 'source', run.source,
      'endpointId', run.endpoint_id, 'bindingId', run.binding_id, 'deploymentId', run.deployment_id,
      'tenantId', run.tenant_id, 'caller', run.caller, 'requestId', run.request_id, 'key', run.key,
      'priority', run.priority, 'parentId', run.parent_id, 'replayOf', run.replay_of, 'status', run.status,
      'attempt', run.attempt, 'error', ${failure("run.error")}, 'shownInput', run.shown_input,
      'shownOutput', run.shown_output, 'deadlineAt', ${time("run.deadline_at")}, 'createdAt', ${time("run.created_at")},
      'startedAt', ${time("run.started_at")}, 'finishedAt', ${time("run.finished_at")},
      'timeline', ${timeline}, 'approvals', ${approvals})::text as line
    from runs run where run.project_id = ${projectId} and run.id = any(${ids}::text[])
    order by run.created_at desc, run.id desc`.execute(tx);
  return rows;
}
