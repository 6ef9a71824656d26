import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { erasedAtOnce, erasedPart, isTheirs, type ErasedPart, type Whose } from "../../../ground/store/whose.ts";
import type { RunRow } from "./runs.ts";

export type ErasedRun = Pick<RunRow, "id" | "status" | "executionId" | "projectId" | "lane" | "concurrency">;

/**
 * Removes some of an owner's runs from before a given time, with the runs that they have started, and with their steps,
 * values, questions, and the events for them. Returns those that had not ended.
 */
export async function deleteTheirRuns(
  { tx, projectId }: ProjectScope,
  whose: Whose,
  before: Date,
  { unended }: { unended: boolean },
): Promise<ErasedPart & { stopped: ErasedRun[] }> {
  // A child that is being started holds its parent. So we lock the parents first, and then look for children.
  const chosen = await sql<{ id: string }>`select r.id from runs r
    where r.project_id = ${projectId} and r.mode <> 'delivery' and r.created_at <= ${before} and ${isTheirs(whose, "r")}
      ${unended ? sql`and r.finished_at is null` : sql``}
    order by r.id limit ${erasedAtOnce} for update`.execute(tx);
  if (chosen.rows.length === 0) return { count: 0, more: false, stopped: [] };
  const { rows } = await sql<ErasedRun>`
    with recursive family as (
      select id from runs where id = any(${chosen.rows.map(({ id }) => id)}::text[])
      union
      select child.id from runs child join family on child.parent_id = family.id where child.project_id = ${projectId}
    ), events as (delete from run_events where project_id = ${projectId} and run_id in (select id from family))
    delete from runs where project_id = ${projectId} and id in (select id from family)
    returning id, status, execution_id, project_id, lane, concurrency`.execute(tx);
  const stopped = rows.filter(({ status }) => status === "running" || status === "queued" || status === "waiting");
  return { count: rows.length, more: chosen.rows.length >= erasedAtOnce, stopped };
}

/** Removes some of the events that a tenant has sent, from before a given time. */
export async function eraseRunEvents(
  { tx, projectId }: ProjectScope,
  { subject, name }: Whose,
  before: Date,
): Promise<ErasedPart> {
  if (subject !== "tenant") return { count: 0, more: false };
  return erasedPart(
    await sql`delete from run_events where id in (select id from run_events
      where project_id = ${projectId} and tenant_id = ${name} and sent_at <= ${before}
      limit ${erasedAtOnce})`.execute(tx),
  );
}

/** How many runs are theirs, up to `most`. */
export async function countTheirRuns({ tx, projectId }: ProjectScope, whose: Whose, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from runs r where r.project_id = ${projectId} and r.mode <> 'delivery' and ${isTheirs(whose, "r")}
    limit ${most}) its`.execute(tx);
  return rows[0]?.count ?? 0;
}
