import { sql } from "kysely";
import type { ProjectScope, AnyScope } from "../../../ground/store/scope.ts";
import type { RunRow } from "./runs.ts";
import type { EventPlace } from "./waits.ts";

/** An event of a tenant, or for one of its runs. */
export interface EventToSend extends Omit<EventPlace, "projectId"> {
  /** JSON text. */
  data: string;
  shown: string | null;
  runId: string | null;
}

/** Stores an event for runs that may wait for it later. */
export async function insertEvent(
  { tx, projectId }: ProjectScope,
  { environment, tenantId, name, data, shown, runId }: EventToSend,
): Promise<{ id: number; at: Date }> {
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into run_events (project_id, environment, tenant_id, name, data, shown, run_id)
    values (${projectId}, ${environment}, ${tenantId}, ${name}, ${data}::text::jsonb, ${shown}, ${runId})
    returning id, sent_at as at`.execute(tx);
  const [event] = rows;
  if (event === undefined) throw new Error("An event was not stored.");
  return event;
}

/** The first open wait for an event of each run, in the order of the runs' ids after `after`. */
export async function findWaiting(
  { tx, projectId }: ProjectScope,
  { environment, tenantId, name, data, runId }: EventToSend,
  after: string,
  limit: number,
): Promise<{ runId: string; key: string }[]> {
  const { rows } = await sql<{ runId: string; key: string }>`
    select distinct on (run_id) run_id, key from run_steps
    where project_id = ${projectId} and environment = ${environment} and tenant_id = ${tenantId} and event = ${name}
      and state = 'waiting' and run_id > ${after}
      ${runId === null ? sql`` : sql`and run_id = ${runId}`}
      and (match is null or ${data}::text::jsonb @> match)
    order by run_id, position limit ${limit}`.execute(tx);
  return rows;
}

export interface StoredEvent {
  id: number;
  /** JSON text. */
  data: string;
  shown: string | null;
  at: Date;
}

/** The first event since the run was started that it has not had, and that its wait may take. */
export async function findEvent(
  { tx }: AnyScope,
  { id, projectId, environment, tenantId, createdAt }: RunRow,
  { event, match, not }: { event: string; match: string | null; not: readonly number[] },
): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`
    select e.id, e.data::text as data, e.shown, e.sent_at as at from run_events e
    where e.project_id = ${projectId} and e.environment = ${environment} and e.tenant_id = ${tenantId}
      and e.name = ${event} and e.sent_at >= ${createdAt} and (e.run_id is null or e.run_id = ${id})
      ${match === null ? sql`` : sql`and e.data @> ${match}::text::jsonb`}
      and e.id <> all(${not}::bigint[])
      and not exists (select from run_steps s where s.run_id = ${id} and s.event_id = e.id)
    order by e.id limit 1`.execute(tx);
  return rows[0];
}

/** Forgets events that no run can take any more, some at a time. */
export async function pruneEvents({ tx }: AnyScope): Promise<void> {
  await sql`delete from run_events where id in (
    select e.id from (select distinct project_id from run_events) its
    cross join lateral (select min(created_at) as since from runs
      where project_id = its.project_id and finished_at is null) oldest
    join run_events e on e.project_id = its.project_id and e.sent_at < coalesce(oldest.since, now() - interval '1 hour')
    limit 10000)`.execute(tx);
}
