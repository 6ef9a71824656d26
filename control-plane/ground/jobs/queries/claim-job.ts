import { sql } from "kysely";
import type { InstallationScope } from "../../store/scope.ts";
import type { JobKind } from "../../store/tables/jobs.ts";
import type { JobRow } from "./jobs.ts";

/**
 * Leases the oldest queued job of these kinds to a worker for `leaseMs`; null when there is none. Locked rows are
 * skipped, so any number of workers and replicas may ask at once. A build waits while an earlier one of its Project is
 * unfinished.
 */
export async function claimJob(
  scope: InstallationScope,
  claim: { workerId: string; kinds: readonly JobKind[]; leaseMs: number; exceptProjects?: readonly string[] },
): Promise<JobRow | null> {
  const next = scope.tx
    .selectFrom("jobs as job")
    .select("job.id")
    .where("job.status", "=", "queued")
    .where("job.kind", "in", claim.kinds)
    .$if((claim.exceptProjects ?? []).length > 0, (query) =>
      query.where("job.projectId", "not in", claim.exceptProjects ?? []),
    )
    .where((eb) =>
      eb.or([
        eb("job.kind", "<>", "build"),
        eb.not(
          eb.exists(
            eb
              .selectFrom("jobs as earlier")
              .select("earlier.id")
              .whereRef("earlier.projectId", "=", "job.projectId")
              .where("earlier.kind", "=", "build")
              .where("earlier.status", "in", ["queued", "running"])
              .where((on) =>
                on(on.refTuple("earlier.createdAt", "earlier.id"), "<", on.refTuple("job.createdAt", "job.id")),
              ),
          ),
        ),
      ]),
    )
    .orderBy("job.createdAt")
    .orderBy("job.id")
    .limit(1)
    .forUpdate()
    .skipLocked();
  const row = await scope.tx
    .updateTable("jobs")
    .set((eb) => ({
      status: "running",
      attempt: eb("attempt", "+", 1),
      workerId: claim.workerId,
      leaseUntil: sql<Date>`now() + ${claim.leaseMs} * interval '1 millisecond'`,
    }))
    // A scalar subquery runs once. With `in`, the planner may run it again for each row, and lock rows that it does not
    // use.
    .where("id", "=", next)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
