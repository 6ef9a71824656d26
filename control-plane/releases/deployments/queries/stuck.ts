import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** A deployment always changes together with its job, so this is only a safety margin. */
const stuckAfter = sql`interval '1 minute'`;
/** The most rows that one statement takes. */
const batch = 100;

/** Whether some unfinished deployment has not changed for long. Its job may still exist. */
export const mayBeStuck = sql<boolean>`
  exists (select from deployments where status in ('queued', 'building', 'activating')
    and updated_at < now() - ${stuckAfter})`;

/** Unfinished deployments that no job will ever finish, locked. */
export const lockStuck = (scope: InstallationScope) =>
  scope.tx
    .selectFrom("deployments as deployment")
    .select(["deployment.id", "deployment.projectId", "deployment.status"])
    .where("deployment.status", "in", ["queued", "building", "activating"])
    .where("deployment.updatedAt", "<", sql<Date>`now() - ${stuckAfter}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("jobs")
            .select("jobs.id")
            .whereRef("jobs.deploymentId", "=", "deployment.id")
            .where("jobs.status", "in", ["queued", "running"]),
        ),
      ),
    )
    .limit(batch)
    .forUpdate("deployment")
    .skipLocked()
    .execute();
