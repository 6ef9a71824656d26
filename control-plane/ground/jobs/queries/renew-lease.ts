import { sql } from "kysely";
import type { InstallationScope } from "../../store/scope.ts";

/** Renews the lease of the worker that holds a job: another `leaseMs` from now. */
export async function renewLease(scope: InstallationScope, jobId: string, leaseMs: number): Promise<void> {
  await scope.tx
    .updateTable("jobs")
    .set({ leaseUntil: sql<Date>`now() + ${leaseMs} * interval '1 millisecond'` })
    .where("id", "=", jobId)
    .execute();
}
