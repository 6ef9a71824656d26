import type { RunMode } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { Late } from "../../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { late } from "./late.ts";

/** The run's deadline has passed. Deliveries are given up many at a time: see `giveUpDeliveries`. */
export const overdue = (clock: Clock): Late => ({
  where: sql`${late(clock)} and run.mode <> 'delivery'`,
  since: sql`run.deadline_at`,
});

/** Whether a run was given up whose children must still be. */
export const hasOrphans = sql<boolean>`(exists (select from runs where orphans))`;

/** Runs that were given up and whose children must end, some at a time. */
export async function findOrphaners({ tx }: InstallationScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from runs where orphans order by finished_at limit 100`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Children of a run that have not ended and are not asked to, some at a time. */
export async function findOrphans({ tx }: InstallationScope, parentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from runs where parent_id = ${parentId} and not detached and finished_at is null and not cancelling
    order by id limit 100`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the children of a run must still end: meanwhile, somebody may have retried it. */
export async function isOrphaner({ tx }: InstallationScope, parentId: string): Promise<boolean> {
  const { rows } = await sql`select from runs where id = ${parentId} and orphans`.execute(tx);
  return rows.length > 0;
}

/** Notes that the children of a run have ended, or are asked to. */
export async function clearOrphans({ tx }: InstallationScope, parentId: string): Promise<void> {
  await sql`update runs set orphans = false where id = ${parentId} and orphans`.execute(tx);
}

/** How many runs one statement removes, so that it holds its locks only briefly. */
const prunedAtOnce = 2_000;

/**
 * Removes some of the runs of these modes that ended before the oldest execution that we keep. The last run of each cron
 * stays. Returns whether some may be left.
 */
export async function pruneRuns(
  { tx }: InstallationScope,
  keepDays: number,
  modes: readonly RunMode[],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from runs where id in (
    select run.id from runs run where run.finished_at < now() - ${keepDays} * interval '1 day' and not run.orphans
      and run.mode = any(${modes}::text[]) and (run.mode <> 'cron' or exists (select from runs later where later.mode = 'cron'
        and later.project_id = run.project_id and later.binding_id = run.binding_id
        and later.scheduled_for > run.scheduled_for))
    order by run.finished_at limit ${prunedAtOnce})`.execute(tx);
  return numAffectedRows >= prunedAtOnce;
}

/** Removes keys of runs that nobody needs any more. */
export async function pruneRunKeys({ tx }: InstallationScope): Promise<void> {
  await sql`delete from run_keys where (project_id, environment, function_id, tenant_id, key) in (
    select project_id, environment, function_id, tenant_id, key from run_keys known
    where until < now() and not exists (select from runs r where r.id = known.run_id and r.finished_at is null)
    order by until limit 10000)`.execute(tx);
}
