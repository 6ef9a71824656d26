import { sql } from "kysely";
import type { InstallationScope } from "../../../../ground/store/scope.ts";

/** Notes that a day has gone to the archive. */
export async function noteArchivedDay({ tx }: InstallationScope, day: string): Promise<void> {
  await sql`update archive_state set last_day = greatest(last_day, ${day}::date), archived_at = now(), failures = 0,
    failed_at = null, failure = null`.execute(tx);
}

export async function noteArchiveFailure({ tx }: InstallationScope, failure: string): Promise<void> {
  await sql`update archive_state set failures = failures + 1, failed_at = now(), failure = ${failure}`.execute(tx);
}

/** Notes that a run has finished: a failure is over, unless an object is still waiting to be deleted. */
export async function noteArchiveRests({ tx }: InstallationScope): Promise<void> {
  await sql`update archive_state set failures = 0, failed_at = null, failure = null
    where failures > 0 and not exists (select from execution_archives where state = 'gone')`.execute(tx);
}

export interface ArchiveState {
  lastDay: string | null;
  archivedAt: Date | null;
  failures: number;
  failedAt: Date | null;
  failure: string | null;
}

export async function readArchiveState({ tx }: InstallationScope): Promise<ArchiveState> {
  const { rows } = await sql<ArchiveState>`
    select last_day::text as last_day, archived_at, failures, failed_at, failure from archive_state`.execute(tx);
  return rows[0]!;
}

/** The size of the archive, over all Projects. */
export async function measureArchive({ tx }: InstallationScope) {
  const { rows } = await sql<{ objects: number; bytes: number; executions: number }>`
    select count(*)::integer as objects, coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(sum(executions) filter (where split_part(key, '/', 2) <> 'runs'), 0)::float8 as executions from execution_archives where state = 'kept'`.execute(
    tx,
  );
  return rows[0]!;
}
