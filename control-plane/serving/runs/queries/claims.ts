import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { Clock } from "../../../ground/store/clock.ts";
import type { Claim } from "../../../ground/store/rows/leased-rows.ts";
import type { AnyScope, InstallationScope } from "../../../ground/store/scope.ts";
import { runLeases } from "./leases.ts";
import { late, retried } from "./late.ts";
import type { AnyRunRow, RunRow, StepRow } from "./runs.ts";

export type Candidate = Pick<
  RunRow,
  "id" | "projectId" | "functionId" | "environment" | "lane" | "concurrency" | "rateLimit" | "rateSeconds" | "beganAt"
> & {
  chars: number;
  isPaused: boolean;
  /** It has its place in the lane already: a cron run that is tried again. */
  isRetried: boolean;
};

export const mostProjects = 100;
/** The most tenants of which one claim takes runs. */
export const mostTenants = 64;

/**
 * Locks runs of these modes that may begin, and are sealed under one of these keys. Projects are chosen at random, then
 * their modes and tenants, and each gets the same share of `max`; of one tenant, the highest priority comes first, then
 * the one that has been due longest. The tenants of a Project are read in a ring from a random place on, so the cost does
 * not depend on how many runs or tenants wait.
 */
export async function lockReady(
  { tx }: InstallationScope,
  { max, modes }: Pick<Claim, "max" | "modes">,
  keyIds: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.id, r.project_id, r.function_id, r.environment, r.lane, r.concurrency, r.rate_limit, r.rate_seconds,
      r.began_at, r.input_chars + r.history_chars as chars, ${retried} as is_retried,
      exists (select from paused_functions p where p.project_id = r.project_id and p.function_id = r.function_id
        and p.environment = r.environment)
      or exists (select from projects where projects.id = r.project_id and projects.status = 'archived') as is_paused
    from ferrule_ready_runs(${modes}::text[], ${max}, ${keyIds}::text[], ${mostProjects}, ${mostTenants}) ready
    cross join lateral (select * from runs where runs.id = ready.id offset 0) r
    order by ready.nth, r.priority desc, r.due_at limit ${max}`.execute(tx);
  return rows;
}

/** Whether the Project is archived, so that its workers have nothing of it. */
export async function isArchived({ tx }: InstallationScope, projectId: string): Promise<boolean> {
  const row = await tx.selectFrom("projects").select("status").where("id", "=", projectId).executeTakeFirst();
  return row?.status === "archived";
}

/** A run with its lease, and what lies apart. `Of`: of one mode. */
export type LeasedRow<Of extends AnyRunRow = AnyRunRow> = Of & {
  now: Date;
  digest: string | null;
  apartInput: Buffer | null;
  /** Of a cron run: the name of its binding, and its input as JSON text. */
  bindingName: string | null;
  bindingInput: string | null;
};

/**
 * The rows of runs that this worker has, and what lies apart. Each other table is asked for each run, by its key: joins
 * would be planned for what the tables held once.
 */
export async function readLeased(
  { tx }: InstallationScope,
  clock: Clock,
  workerId: string,
  ids: readonly string[],
): Promise<LeasedRow[]> {
  const { rows } = await sql<LeasedRow>`
    select r.*, ${clock()} as now,
      (select digest from deployments d where d.project_id = r.project_id and d.id = r.deployment_id) as digest,
      case when r.mode <> 'cron' and r.input is null then (select ciphertext from run_payloads payload
        where payload.run_id = r.id and payload.name = 'input') end as apart_input,
      binding.name as binding_name, binding.input::text as binding_input
    from runs r left join lateral (select name, input from cron_bindings
      where r.mode = 'cron' and cron_bindings.id = r.binding_id offset 0) binding on true
    where r.id = any(${ids}::text[]) and r.status = 'running' and r.worker_id = ${workerId}
    order by r.priority desc, r.id`.execute(tx);
  return rows;
}

/** Ends the waits of leased runs whose time has come: they have slept, or nobody ended them in time. */
export async function endDueWaits({ clock }: App, { tx }: InstallationScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with ended as (
      update run_steps set state = 'done', due_at = null, finished_at = now(),
        shown = case kind when 'question' then '{"action":"timeout"}' else 'null' end
      where run_id = any(${ids}::text[]) and state = 'waiting' and kind in ('sleep', 'event', 'child', 'question')
        and due_at <= ${clock()} returning run_id)
    update runs set steps_done = steps_done + its.count
    from (select run_id, count(*)::integer as count from ended group by run_id) its
    where runs.id = its.run_id and runs.id = any(${ids}::text[])`.execute(tx);
}

export type HistoryRow = Pick<StepRow, "runId" | "key" | "kind" | "state" | "attempts" | "value"> & {
  isDue: boolean;
  apart: Buffer | null;
};

/** What runs have of their steps, in the order in which they were declared. */
export async function readHistories({ clock }: App, { tx }: AnyScope, ids: readonly string[]): Promise<HistoryRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HistoryRow>`
    select s.run_id, s.key, s.kind, s.state, s.attempts, s.value, coalesce(s.due_at <= ${clock()}, true) as is_due,
      case when s.apart then (select ciphertext from run_payloads payload
        where payload.run_id = s.run_id and payload.name = 'step:' || s.key) end as apart
    from run_steps s where s.run_id = any(${ids}::text[]) and s.state <> 'cancelled' order by s.run_id, s.position`.execute(
    tx,
  );
  return rows;
}

/** Whether an attempt is lost, or a run or a question is late. */
export const mayReapRuns = ({ clock }: Pick<App, "clock">) => sql<boolean>`
  (${runLeases.mayBeLost}
  or exists (select from runs run where ${late(clock)})
  or exists (select from approvals where status = 'pending' and expires_at <= ${clock()}))`;
