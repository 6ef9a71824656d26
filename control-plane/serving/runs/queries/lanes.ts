import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { retried, startWithin } from "./late.ts";

export interface Lane {
  projectId: string;
  lane: string;
}

/** A cron run that could not begin has the full time to begin from now on. */
const freshDeadline = (clock: Clock) => sql`case when mode = 'cron'
  then greatest(deadline_at, ${clock()} + ${startWithin}::interval) else deadline_at end`;

/** The most rows of a lane that one statement blocks or lets go on. */
const mostAtOnce = 1_000;

/** Locks lanes until the transaction ends, in one order. */
export async function lockLanes({ tx }: AnyScope, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return;
  const keys = lanes.map(({ projectId, lane }) => `ferrule.run-lane ${projectId} ${lane}`);
  await sql`select pg_advisory_xact_lock(its.key) from (select distinct hashtextextended(given.key, 0) as key
    from unnest(${keys}::text[]) as given (key) order by 1) its`.execute(tx);
}

/** The lane of a cron's runs begins with this, and that of a route's deliveries with `delivery:`. */
export const laneOfCron = (bindingId: string): string => `cron:${bindingId}`;

/** How many runs of a lane have their place in it: they are running, or a cron's, and tried again. */
const taken = (projectId: RawBuilder<unknown>, lane: RawBuilder<unknown>) => sql<number>`
  ((select count(*) from runs r where r.project_id = ${projectId} and r.lane = ${lane} and r.finished_at is null
    and r.status = 'running')
  + case when ${lane} like 'cron:%' then (select count(*) from runs r where r.project_id = ${projectId}
    and r.lane = ${lane} and r.finished_at is null and r.status = 'queued' and ${retried}) else 0 end)`;

/** How many runs of each lane have their place in it. */
export async function countRunning({ tx }: AnyScope, lanes: readonly Lane[]): Promise<Map<string, number>> {
  if (lanes.length === 0) return new Map();
  const { rows } = await sql<{ lane: string; count: number }>`
    select given.lane, ${taken(sql`given."projectId"`, sql`given.lane`)}::integer as count
    from json_to_recordset(${JSON.stringify(lanes)}::text::json) as given ("projectId" text, lane text)`.execute(tx);
  return new Map(rows.map(({ lane, count }) => [lane, count]));
}

export interface RatedFunction {
  projectId: string;
  functionId: string;
  environment: Environment;
  limit: number;
  seconds: number;
}

/** How many runs of each Function began lately, at most its limit, and when the next one may begin if that is reached. */
export async function readRates(
  { tx }: InstallationScope,
  clock: Clock,
  functions: readonly RatedFunction[],
): Promise<{ functionId: string; environment: Environment; begun: number; nextAt: Date | null }[]> {
  if (functions.length === 0) return [];
  const { rows } = await sql<{ functionId: string; environment: Environment; begun: number; nextAt: Date | null }>`
    select given."functionId" as function_id, given.environment, lately.begun,
      lately.oldest + given.seconds * interval '1 second' as next_at
    from json_to_recordset(${JSON.stringify(functions)}::text::json) as given (
      "projectId" text, "functionId" text, environment text, "limit" integer, seconds integer)
    cross join lateral (select count(*)::integer as begun, min(began_at) as oldest from (
      select began_at from runs r where r.project_id = given."projectId" and r.function_id = given."functionId"
        and r.environment = given.environment and r.rate_limit is not null
        and r.began_at > ${clock()} - given.seconds * interval '1 second'
      order by r.began_at desc limit given."limit") its) lately`.execute(tx);
  return rows;
}

/** Blocks runs that may not go on now, and others of their lanes except those that were admitted. */
export async function block(
  { tx }: InstallationScope,
  { ids, lanes, admitted }: { ids: readonly string[]; lanes: readonly Lane[]; admitted: readonly string[] },
): Promise<void> {
  await sql`update runs set queue = 'blocked' where id in (
    select r.id from runs r where r.id = any(${ids}::text[]) and r.queue = 'ready'
    union all
    select others.id from json_to_recordset(${JSON.stringify(lanes)}::text::json) as given ("projectId" text, lane text)
    cross join lateral (select r.id from runs r where r.project_id = given."projectId" and r.lane = given.lane
      and r.finished_at is null and r.status = 'queued' and r.queue = 'ready' and r.id <> all(${admitted}::text[])
      and not ${retried} limit ${mostAtOnce} for no key update skip locked) others)`.execute(tx);
}

/** Lets blocked runs of a lane go on: as many as may run beside those that are running. */
export async function unblock({ tx }: AnyScope, { projectId, lane }: Lane, concurrency: number): Promise<void> {
  const { rows } = await sql`
    with free as (select ${concurrency} - ${taken(sql`${projectId}::text`, sql`${lane}::text`)} as count)
    update runs set queue = 'ready' where id in (
      select id from runs where project_id = ${projectId} and lane = ${lane} and queue = 'blocked'
      order by priority desc, due_at, id limit (select greatest(0, count) from free) for update skip locked)
    returning id`.execute(tx);
  if (rows.length > 0) await sql`select pg_notify('runs', '')`.execute(tx);
}

/** Notes when blocked runs of these lanes may go on. */
export async function wakeLanesAt({ tx }: AnyScope, lanes: readonly (Lane & { wakeAt: Date })[]): Promise<void> {
  if (lanes.length === 0) return;
  await sql`insert into run_lanes (project_id, lane, wake_at)
    select "projectId", lane, max("wakeAt") from json_to_recordset(${JSON.stringify(lanes)}::text::json)
      as given ("projectId" text, lane text, "wakeAt" timestamptz(3)) group by 1, 2 order by 1, 2
    on conflict (project_id, lane) do update set wake_at = excluded.wake_at`.execute(tx);
}

/** Lets all runs of a Function go on that were blocked, soon. */
export async function wakeFunction(
  { tx, projectId }: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<void> {
  await sql`insert into run_lanes (project_id, lane, wake_at)
    select ${projectId}, its.lane, now() from (select distinct lane from runs where project_id = ${projectId}
      and queue = 'blocked' and function_id = ${functionId} and environment = ${environment}) its order by its.lane
    on conflict (project_id, lane) do update set wake_at = excluded.wake_at`.execute(tx);
  await sql`select pg_notify('runs', '')`.execute(tx);
}

/** Lets all runs of a Project go on that were blocked, soon. */
export async function wakeProject({ tx }: InstallationScope, projectId: string): Promise<void> {
  await sql`insert into run_lanes (project_id, lane, wake_at)
    select project_id, lane, now() from (select distinct project_id, lane from runs
      where project_id = ${projectId} and queue = 'blocked') its order by lane
    on conflict (project_id, lane) do update set wake_at = excluded.wake_at`.execute(tx);
  await sql`select pg_notify('runs', '')`.execute(tx);
}

/**
 * Lets blocked runs go on whose lane's time has come: as many as the rate allows, and the others a second later.
 * Returns how many do.
 */
export async function wakeLanes({ tx }: InstallationScope, clock: Clock): Promise<number> {
  const { rows } = await sql<{ woken: number }>`
    with due as (select project_id, lane from run_lanes where wake_at <= ${clock()} order by wake_at limit 100
      for update skip locked
    ), chosen as (select due.project_id, due.lane, r.id from due cross join lateral (
        select id from runs where project_id = due.project_id and lane = due.lane and queue = 'blocked'
        order by priority desc, due_at, id
        limit (select least(${mostAtOnce}, coalesce(max(rate_limit), ${mostAtOnce})) from (select rate_limit from runs
          where project_id = due.project_id and lane = due.lane and queue = 'blocked'
          order by priority desc, due_at, id limit 1) first)
        for update skip locked) r
    ), woken as (update runs set queue = 'ready', deadline_at = ${freshDeadline(clock)}
      where id in (select id from chosen) returning project_id, lane
    ), kept as (update run_lanes l set wake_at = ${clock()} + interval '1 second' from due
      where l.project_id = due.project_id and l.lane = due.lane
        and exists (select from woken where woken.project_id = due.project_id and woken.lane = due.lane)
      returning l.project_id
    ), gone as (delete from run_lanes l using due where l.project_id = due.project_id and l.lane = due.lane
      and not exists (select from woken where woken.project_id = due.project_id and woken.lane = due.lane)
      returning l.project_id)
    select count(*)::integer as woken from woken`.execute(tx);
  return rows[0]?.woken ?? 0;
}

/** Lets runs begin or go on whose time has come. Returns how many do. */
export async function readyDue({ tx }: InstallationScope, clock: Clock): Promise<number> {
  const { rows } = await sql`
    update runs set queue = 'ready', status = 'queued', waits_kind = null, waits_for = null, updated_at = now(),
      revision = revision + 1
    where id in (select id from runs where queue = 'later' and due_at <= ${clock()} order by due_at limit ${mostAtOnce}
      for update skip locked)
    returning id`.execute(tx);
  return rows.length;
}

/** Whether runs may begin or go on whose time has come. */
export const hasDueRuns = (clock: Clock) => sql<boolean>`
  (exists (select from runs where queue = 'later' and due_at <= ${clock()})
  or exists (select from run_lanes where wake_at <= ${clock()}))`;
