import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** Removes what people know of failures of which no sums are left. */
export async function forgetGroups({ tx }: InstallationScope): Promise<void> {
  await sql`delete from error_groups held where not exists (
    select from failure_rollups its
    where its.project_id = held.project_id and its.environment = held.environment and its.id = held.id)`.execute(tx);
}
