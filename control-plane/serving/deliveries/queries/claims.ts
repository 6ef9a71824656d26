import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import { leasedRuns, type Claim } from "../../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { DeliveryRow } from "./deliveries.ts";

/** The leases of deliveries. */
export const deliveryLeases = leasedRuns("deliveries");

const mostProjects = 100;

/** Each Project that has queued deliveries. It takes one step in the index for each Project. */
const waitingProjects = sql`
  waiting as (
      (select project_id from deliveries where status = 'queued' order by project_id limit 1)
      union all
      select (select next.project_id from deliveries next
        where next.status = 'queued' and next.project_id > waiting.project_id order by next.project_id limit 1)
      from waiting where waiting.project_id is not null
    )`;

/** Whether there is a delivery that a worker may begin. */
export const hasDueDeliveries = ({ clock }: App) => sql<boolean>`
  exists (with recursive ${waitingProjects}
    select from waiting where exists (select from deliveries
      where project_id = waiting.project_id and status = 'queued' and due_at <= ${clock()}))`;

/**
 * Locks deliveries that are due and sealed under one of these keys, and returns their sizes. Projects take turns, so
 * that one with many deliveries delays no other.
 */
export async function lockDueDeliveries(
  { clock }: App,
  { tx }: InstallationScope,
  { max }: Claim,
  keyIds: readonly string[],
): Promise<{ id: string; size: number }[]> {
  if (max === 0) return [];
  const { rows } = await sql<{ id: string; size: number }>`
    with recursive ${waitingProjects}, chosen as (
      select project_id from waiting where project_id is not null order by random() limit ${mostProjects}
    ), due as (
      select chosen.project_id, d.* from chosen cross join lateral (
        select id, size, due_at from deliveries
        where project_id = chosen.project_id and status = 'queued' and due_at <= ${clock()}
          and key_id = any(${keyIds}::text[])
        order by due_at, id limit ${max} for update skip locked) d
    )
    select id, size from due
    order by row_number() over (partition by project_id order by due_at, id), due_at limit ${max}`.execute(tx);
  return rows;
}

/** The rows of these runs with their new leases. Those that have been due longest come first. */
export const readLeased = ({ tx }: InstallationScope, ids: readonly string[]): Promise<DeliveryRow[]> =>
  tx.selectFrom("deliveries").selectAll().where("id", "in", ids).orderBy("dueAt").orderBy("id").execute();

/** Whether an attempt is lost, or no worker began a delivery in time. */
export const mayReapDeliveries = sql<boolean>`
  (${deliveryLeases.mayBeLost}
  or exists (select from deliveries where status = 'queued' and give_up_at < now()))`;

/** Gives up deliveries that no worker has begun in the time that their route gives them, and answers how many. */
export async function giveUpOverdue({ tx }: InstallationScope): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set status = 'dead', finished_at = now(), updated_at = now(), revision = revision + 1,
      reason = coalesce(reason, 'Nothing ran it in the time that its route gives it.')
    where id in (select id from deliveries where status = 'queued' and give_up_at < now()
      order by give_up_at limit 1000 for update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
