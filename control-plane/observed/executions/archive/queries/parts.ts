import { type Selectable, sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../../ground/store/scope.ts";
import type { ExecutionArchivesTable } from "../../../../ground/store/tables/archives.ts";

export type ArchivedPart = Selectable<ExecutionArchivesTable>;
export type NewPart = Omit<ArchivedPart, "number" | "state" | "changedAt">;

/** Says which object is about to be written, so that it is deleted if nothing comes of it. */
export async function beginPart({ tx, projectId }: ProjectScope, part: NewPart): Promise<void> {
  await sql`insert into execution_archives (key, project_id, day, first_id, last_id, first_at, last_at, executions, bytes,
      text_bytes, sha256)
    values (${part.key}, ${projectId}, ${part.day}::date, ${part.firstId}, ${part.lastId}, ${part.firstAt}, ${part.lastAt},
      ${part.executions}, ${part.bytes}, ${part.textBytes}, ${part.sha256})`.execute(tx);
}

/** Has an object that was written and verified count from now on; false: it was given up meanwhile. */
export async function keepPart({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update execution_archives set state = 'kept', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state = 'writing'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Gives up an object that does not count. Answers its state then; undefined: it is not known any more. */
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

/** Has an object no longer count, whose executions are elsewhere or erased; false: it did not count any more. */
export async function letPartGo({ tx, projectId }: ProjectScope, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update execution_archives set state = 'gone', changed_at = now()
    where project_id = ${projectId} and key = ${key} and state = 'kept'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Lets go what is older than so many days, and what was begun an hour ago and came to nothing. */
export async function letPartsGo({ tx }: InstallationScope, days: number): Promise<void> {
  await sql`update execution_archives set state = 'gone', changed_at = now()
    where state = 'kept' and day < (now() at time zone 'UTC')::date - ${days}::integer
      or state = 'writing' and changed_at < now() - interval '1 hour'`.execute(tx);
}

/** Some objects to delete, those first that wait longest. */
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

/** An object could not be deleted: others come first. */
export async function deferPart({ tx }: InstallationScope, key: string): Promise<void> {
  await sql`update execution_archives set changed_at = now() where key = ${key} and state = 'gone'`.execute(tx);
}

/** An object is deleted. */
export async function forgetPart({ tx }: InstallationScope, key: string): Promise<void> {
  await sql`delete from execution_archives where key = ${key} and state = 'gone'`.execute(tx);
}
