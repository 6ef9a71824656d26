import type { CronRunStatus } from "@ferrule/contract/states.ts";
import { sql, type Selectable } from "kysely";
import type { CronRunTables } from "../../../ground/store/tables/cron-runs.ts";
import type { AnyScope, ProjectScope, InstallationScope } from "../../../ground/store/scope.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { App } from "../../../ground/app.ts";
import type { CronBindingRow } from "./bindings.ts";

export type CronRunRow = Selectable<CronRunTables["cronRuns"]>;

/** A run with the email of the user who requested it. */
export type ListedRunRow = CronRunRow & { email: string | null };

/** Wakes the workers that wait for runs, when the transaction commits. */
export async function notifyCronRuns({ tx }: AnyScope): Promise<void> {
  await sql`select pg_notify('cron_runs', '')`.execute(tx);
}

export type NewCronRun = Pick<
  CronRunRow,
  | "id"
  | "projectId"
  | "cronBindingId"
  | "trigger"
  | "scheduledFor"
  | "status"
  | "dueAt"
  | "catchesUp"
  | "requestId"
  | "requestedBy"
  | "reason"
>;

/**
 * Stores runs and returns the new ones; an occurrence that is already stored stays as it is. A run that will never
 * begin counts as finished at once.
 */
export async function insertCronRuns(scope: AnyScope, runs: readonly NewCronRun[]): Promise<CronRunRow[]> {
  if (runs.length === 0) return [];
  // One parameter for all rows: after an outage, there may be more rows than a statement takes parameters.
  const { rows } = await sql<CronRunRow>`
    insert into cron_runs (id, project_id, cron_binding_id, trigger, scheduled_for, status, due_at, catches_up,
      request_id, requested_by, reason, finished_at)
    select run.id, "projectId", "cronBindingId", trigger, "scheduledFor", status, "dueAt", "catchesUp", "requestId",
      "requestedBy", reason, case when status <> 'queued' then now() end
    from json_to_recordset(${JSON.stringify(runs)}::text::json) as run (id text, "projectId" text,
      "cronBindingId" text, trigger text, "scheduledFor" timestamptz(3), status text, "dueAt" timestamptz(3),
      "catchesUp" boolean, "requestId" text, "requestedBy" text, reason text)
    on conflict (cron_binding_id, scheduled_for) where trigger = 'schedule' do nothing
    returning *`.execute(scope.tx);
  if (rows.some(({ status }) => status === "queued")) await notifyCronRuns(scope);
  return rows;
}

/** The run, locked until the transaction ends. Its binding must be locked first. */
export const lockCronRun = ({ tx }: AnyScope, id: string): Promise<CronRunRow | undefined> =>
  tx.selectFrom("cronRuns").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Changes fields of a run; each change is its next revision. */
export const changeCronRun = (
  { tx }: AnyScope,
  id: string,
  changes: {
    status: CronRunStatus;
    reason: string | null;
    dueAt?: Date | ReturnType<typeof sql<Date>>;
  },
): Promise<CronRunRow> =>
  tx
    .updateTable("cronRuns")
    .set(({ eb }) => ({
      ...changes,
      leaseUntil: null,
      finishedAt: changes.status === "queued" ? null : sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
      revision: eb("revision", "+", 1),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

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
    .selectFrom("cronRuns as run")
    .leftJoin("users", "users.id", "run.requestedBy")
    .selectAll("run")
    .select("users.email")
    .where("run.projectId", "=", projectId)
    .where("run.cronBindingId", "=", cronBindingId)
    .$if(status !== undefined, (query) => query.where("run.status", "=", status ?? "queued"))
    .$call((query) =>
      newestFirst(query, limit, after && [after.scheduledFor, after.id], ["run.scheduledFor", "run.id"]),
    )
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
      select * from cron_runs where project_id = ${projectId} and cron_binding_id = binding.id
      order by scheduled_for desc, id desc limit 1) as run
    left join users on users.id = run.requested_by`.execute(tx);
  return rows;
}

/** Lets the next run of a binding begin that runs one at a time, and gives workers the full time to claim it. */
export async function passTurn(
  { clock }: App,
  scope: InstallationScope,
  { id, overlap }: CronBindingRow,
): Promise<void> {
  if (overlap === "allow") return;
  const { rows } = await sql`
    update cron_runs set due_at = greatest(due_at, ${clock()})
    where cron_binding_id = ${id} and status = 'queued' returning id`.execute(scope.tx);
  if (rows.length > 0) await notifyCronRuns(scope);
}

/** Ends a Project's waiting runs: those that have begun before fail, the others are skipped. */
export async function giveUpQueuedRuns({ tx }: InstallationScope, projectId: string, reason: string): Promise<void> {
  await sql`
    update cron_runs set status = case when attempt = 0 then 'skipped' else 'failed' end,
      reason = concat_ws(' ', reason, ${reason}::text), finished_at = now(), updated_at = now(),
      revision = revision + 1
    where project_id = ${projectId} and status = 'queued'`.execute(tx);
}
