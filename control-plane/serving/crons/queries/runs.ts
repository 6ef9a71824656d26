import type { CronRunStatus } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { CronRunRow } from "../../runs/queries/runs.ts";

/** A run with the email of the user who requested it. */
export type ListedRunRow = CronRunRow & { email: string | null };

/** The position of a run in the list, latest occurrence first. */
export interface CronRunKey {
  scheduledFor: Date;
  id: string;
}

/** Up to `limit + 1` runs of a binding, latest occurrence first. */
export const listCronRunRows = (
  { tx, projectId }: ProjectScope,
  cronBindingId: string,
  status: CronRunStatus | undefined,
  limit: number,
  after: CronRunKey | null,
): Promise<ListedRunRow[]> =>
  tx
    .selectFrom("runs as run")
    .leftJoin("users", "users.id", "run.requestedBy")
    .selectAll("run")
    .select("users.email")
    .where("run.projectId", "=", projectId)
    .where("run.mode", "=", "cron")
    .where("run.bindingId", "=", cronBindingId)
    .$if(status !== undefined, (query) => query.where("run.status", "=", status ?? "queued"))
    .$call((query) =>
      newestFirst(query, limit, after && [after.scheduledFor, after.id], ["run.scheduledFor", "run.id"]),
    )
    .$castTo<ListedRunRow>()
    .execute();

/** The latest run of each of these bindings. */
export async function listLatestRuns(
  { tx, projectId }: ProjectScope,
  cronBindingIds: readonly string[],
): Promise<ListedRunRow[]> {
  if (cronBindingIds.length === 0) return [];
  const { rows } = await sql<ListedRunRow>`
    select run.*, users.email from unnest(${cronBindingIds}::text[]) as binding (id)
    cross join lateral (
      select * from runs where mode = 'cron' and project_id = ${projectId} and binding_id = binding.id
      order by scheduled_for desc, id desc limit 1) as run
    left join users on users.id = run.requested_by`.execute(tx);
  return rows;
}
