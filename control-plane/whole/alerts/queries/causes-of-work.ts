import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

export interface DeploymentRow {
  projectId: string;
  id: string;
  number: number;
  environment: Environment;
  kind: string;
}

/** The deployments that failed and have no successor, one for each environment at most. */
export async function listFailedDeployments({ tx }: InstallationScope): Promise<DeploymentRow[]> {
  const { rows } = await sql<DeploymentRow>`
    select project.id as project_id, latest.id, latest.number, latest.target as environment, latest.kind
    from projects project cross join (values ('development'), ('production')) place (target),
      lateral (select id, number, target, kind, status from deployments
        where project_id = project.id and target = place.target and status in ('completed', 'failed')
        order by number desc limit 1) latest
    where project.status = 'active' and latest.status = 'failed'`.execute(tx);
  return rows;
}

export interface CronRow {
  projectId: string;
  id: string;
  name: string;
  environment: Environment;
  failures: number;
  isPaused: boolean;
  isMissed: boolean;
}

/** The crons whose latest run failed or was missed, or that paused themselves. */
export async function listFailingCrons({ tx }: InstallationScope): Promise<CronRow[]> {
  const { rows } = await sql<CronRow>`
    select cron.project_id, cron.id, cron.name, cron.environment, cron.consecutive_failures as failures,
      cron.paused_at is not null as is_paused, coalesce(latest.status = 'missed', false) as is_missed
    from cron_bindings cron left join lateral (
      select status from runs where project_id = cron.project_id and binding_id = cron.id and mode = 'cron'
        and finished_at is not null and status <> 'skipped'
      order by scheduled_for desc, id desc limit 1) latest on true
    where (cron.enabled and (cron.consecutive_failures > 0 or latest.status = 'missed')) or cron.paused_at is not null`.execute(
    tx,
  );
  return rows;
}

export interface DeadRow {
  projectId: string;
  endpointId: string;
  name: string;
  environment: Environment;
  dead: number;
}

/** A count of dead deliveries goes no further. */
export const mostDead = 1_000;

/** The endpoints with deliveries that died within the last day, and that nobody has delivered again or discarded. */
export async function listDeadDeliveries({ tx }: InstallationScope, clock: Clock): Promise<DeadRow[]> {
  const { rows } = await sql<DeadRow>`
    select endpoint.project_id, endpoint.id as endpoint_id, endpoint.name, place.environment, gone.dead
    from runtime_endpoints endpoint cross join (values ('development'), ('production')) place (environment),
      lateral (select count(*)::integer as dead from (
        select from runs where project_id = endpoint.project_id and endpoint_id = endpoint.id
          and environment = place.environment and mode = 'delivery' and status = 'failed'
          and finished_at > ${clock()} - interval '1 day' limit ${mostDead}) one) gone
    where endpoint.kind = 'http' and gone.dead > 0`.execute(tx);
  return rows;
}

export interface WaitingRow {
  projectId: string;
  id: string;
  environment: Environment;
  functionName: string;
  expiresAt: Date;
}

/** So many approvals of a Project become alerts at first. One that is an alert stays one until it is decided. */
const mostApprovals = 200;

/** The approvals that wait for a person. */
export async function listWaitingApprovals({ tx }: InstallationScope, clock: Clock): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select newest.id from projects project, lateral (
        select id from approvals where project_id = project.id and status = 'pending'
        order by id desc limit ${mostApprovals}) newest
      union
      select subject from alerts where rule = 'approval-waits' and resolved_at is null)
    select approval.project_id, approval.id, approval.environment, approval.expires_at,
      coalesce((select name from functions where id = approval.function_id), 'a Function') as function_name
    from waiting join approvals approval on approval.id = waiting.id
    where approval.status = 'pending' and approval.expires_at > ${clock()}`.execute(tx);
  return rows;
}
