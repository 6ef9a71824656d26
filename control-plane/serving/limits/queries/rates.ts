import { sql } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";

interface LockedRate {
  level: number;
  /** The time since the level was stored. */
  elapsedMs: number;
}

/** The levels of these limits, locked until the transaction ends. A limit that nobody has used for long has none. */
export async function lockRates(
  { tx, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, LockedRate>> {
  // In a fixed order, so that two workers never wait for each other.
  const { rows } = await sql<LockedRate & { id: string }>`
    select id, level, extract(epoch from clock_timestamp() - at)::float8 * 1000 as elapsed_ms from rate_levels
    where project_id = ${projectId} and id = any(${ids}::text[]) order by id for update`.execute(tx);
  return new Map(rows.map(({ id, level, elapsedMs }) => [id, { level, elapsedMs }]));
}

/** Adds limits of which nobody has used anything. */
export async function insertRates(
  { tx, projectId }: ProjectScope,
  given: readonly { id: string; limit: number }[],
): Promise<void> {
  await sql`insert into rate_levels (project_id, id, level, at)
    select ${projectId}, id, "limit", clock_timestamp()
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (id text, "limit" float8) order by id
    on conflict (project_id, id) do nothing`.execute(tx);
}

/** Writes the current levels. */
export async function writeRates(
  { tx, projectId }: ProjectScope,
  given: readonly { id: string; level: number }[],
): Promise<void> {
  await sql`update rate_levels as kept set level = given.level, at = greatest(kept.at, clock_timestamp())
    from json_to_recordset(${JSON.stringify(given)}::text::json) as given (id text, level float8)
    where kept.project_id = ${projectId} and kept.id = given.id`.execute(tx);
}

/** Removes levels of limits that are completely refilled, with nothing owed. */
export async function pruneRates({ tx }: InstallationScope): Promise<void> {
  await sql`delete from rate_levels where at < now() - interval '10 minutes'`.execute(tx);
}
