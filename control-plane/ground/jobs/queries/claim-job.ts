import { sql } from "kysely";
import { leasedTo } from "../../store/rows/leased-rows.ts";
import type { InstallationScope } from "../../store/scope.ts";
import type { JobKind } from "../../store/tables/jobs.ts";
import { waitsForEarlierBuild, type JobRow } from "./jobs.ts";

/**
 * Leases the oldest queued job of these kinds to a worker for `leaseMs`; null when there is none. Locked rows are
 * skipped, so any number of workers and replicas may ask at once. A build waits while an earlier one of its Project, or of its
 * preview, is unfinished.
 */
export async function claimJob(
  { tx }: InstallationScope,
  claim: { workerId: string; kinds: readonly JobKind[]; leaseMs: number; exceptProjects?: readonly string[] },
): Promise<JobRow | null> {
  // A scalar subquery runs once. With `in`, the planner may run it again for each row, and lock rows that it does not
  // take.
  const { rows } = await sql<JobRow>`
    update jobs set ${leasedTo(claim)} where id = (
      select id from jobs run
      where status = 'queued' and kind = any(${claim.kinds}::text[])
        and project_id <> all(${claim.exceptProjects ?? []}::text[]) and not ${waitsForEarlierBuild}
      order by created_at, id limit 1 for update skip locked)
    returning *`.execute(tx);
  return rows[0] ?? null;
}
