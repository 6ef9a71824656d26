import { type Selectable, sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../../ground/store/scope.ts";
import type { ExecutionArchivesTable } from "../../../../ground/store/tables/archives.ts";

export type ArchivedPart = Selectable<ExecutionArchivesTable>;
export type NewPart = Omit<ArchivedPart, "number" | "state" | "changedAt">;

/** Notes the object that is about to be written. If it never counts, the cleanup then finds and deletes it. */
export async function beginPart({ tx, projectId }: ProjectScope, part: NewPart): Promise<void> {
  await sql`insert into execution_archives (key, project_id, day, first_id, last_id, first_at, last_at, executions, bytes,
      text_bytes, sha256)
    values (${part.key}, ${projectId}, ${part.day}::date, ${part.firstId}, ${part.lastId}, ${part.firstAt}, ${part.lastAt},
      ${part.executions}, ${part.bytes}, ${part.textBytes}, ${part.sha256})`.execute(tx);
}

/** Makes a written and verified object count from now on; false when somebody gave it up meanwhile. */
export async function keepPart({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update execution_archives set state = 'kept', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state = 'writing'`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Gives up an object that does not count. Returns its state afterwards; undefined when the database does not know it
 * any more.
 */
export async function giveUpPart(
  { tx, projectId }: ProjectScope,
  key: string,
): Promise<ArchivedPart["state"] | undefined> {
  await sql`update execution_archives set state = 'gone', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state = 'writing'`.execute(tx);
  const { rows } = await sql<Pick<ArchivedPart, "state">>`
    select state from execution_archives where project_id = ${projectId} and key = ${key}`.execute(tx);
  return rows[0]?.state;
}

/**
 * Makes an object no longer count, because its executions are elsewhere or erased; false when it did not count any
 * more.
 */
export async function letPartGo({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update execution_archives set state = 'gone', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state = 'kept'`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Marks objects for deletion: those older than so many days, and those that were begun an hour ago and never counted.
 */
export async function letPartsGo({ tx }: InstallationScope, days: number): Promise<void> {
  await sql`update execution_archives set state = 'gone', changed_at = now()
    where state = 'kept' and day < (now() at time zone 'UTC')::date - ${days}::integer
      or state = 'writing' and changed_at < now() - interval '1 hour'`.execute(tx);
}

/** Some objects to delete. Those that have waited longest come first. */
export async function listGone({ tx }: InstallationScope, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from execution_archives where state = 'gone' order by changed_at limit ${limit}`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Some objects of a Project to delete. */
export async function listGoneOf({ tx, projectId }: ProjectScope): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from execution_archives where project_id = ${projectId} and state = 'gone' limit 100`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Puts an object that could not be deleted behind the others. */
export async function deferPart({ tx }: InstallationScope, key: string): Promise<void> {
  await sql`update execution_archives set changed_at = now() where key = ${key} and state = 'gone'`.execute(tx);
}

/** Forgets an object that has been deleted. */
export async function forgetPart({ tx }: InstallationScope, key: string): Promise<void> {
  await sql`delete from execution_archives where key = ${key} and state = 'gone'`.execute(tx);
}
