import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { rowsOf } from "../../../ground/store/rows/rows-of.ts";
import type { Clock } from "../../../ground/store/clock.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { CronBindingsTable } from "../../../ground/store/tables/cron-bindings.ts";
import type { App } from "../../../ground/app.ts";

/** Code that begins or ends a run of a binding locks the binding first. Removing a binding removes its runs. */
const cronBindings = rowsOf("cronBindings");
export const {
  find: findCronBinding,
  lock: lockCronBinding,
  remove: removeCronBinding,
  all: allCronBindings,
} = cronBindings;

export type CronBindingRow = Selectable<CronBindingsTable>;

/** The fields of a binding that a person sets. */
export type CronBindingDraft = Pick<
  CronBindingRow,
  | "name"
  | "functionId"
  | "environment"
  | "schedule"
  | "timezone"
  | "tenantId"
  | "input"
  | "enabled"
  | "overlap"
  | "maxAttempts"
  | "backoffMs"
  | "catchUp"
  | "pauseAfterFailures"
>;

/** The binding of a cron run, locked until the transaction ends. */
export const lockBindingOf = ({ tx }: InstallationScope, id: string): Promise<CronBindingRow | undefined> =>
  tx.selectFrom("cronBindings").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

type Changes = Partial<
  CronBindingDraft & Pick<CronBindingRow, "consecutiveFailures" | "pausedAt" | "pauseReason" | "nextRunAt">
>;

/** json, not jsonb, which would reorder the keys. */
const orderedJson = (value: unknown) => sql`${JSON.stringify(value)}::text::json`;

/** Wakes every replica's scheduler when the transaction commits: a binding may be due sooner than any before. */
export async function notifyCronBindings({ tx }: ProjectScope | InstallationScope): Promise<void> {
  await sql`select pg_notify('cron_bindings', '')`.execute(tx);
}

export async function insertCronBinding(
  scope: ProjectScope,
  { input, ...given }: CronBindingDraft & Pick<CronBindingRow, "nextRunAt">,
): Promise<CronBindingRow> {
  const row = await cronBindings.insert(scope, { ...given, input: orderedJson(input), id: identifier("crn") });
  await notifyCronBindings(scope);
  return row;
}

/** Up to `limit + 1` bindings, newest first. */
export const listCronBindingRows = cronBindings.pages({
  filters: ["environment", "functionId"],
  words: sql`name`,
  sorts: { name: { by: sql`lower(name)`, kind: "text" }, updatedAt: { by: sql`updated_at`, kind: "time" } },
});

/** Changes a locked binding, and makes that its next revision. */
export async function changeCronBinding(
  scope: ProjectScope | InstallationScope,
  { id, projectId }: Pick<CronBindingRow, "id" | "projectId">,
  { input, ...changes }: Changes,
): Promise<CronBindingRow> {
  const row = await scope.tx
    .updateTable("cronBindings")
    .set(({ eb }) => ({
      ...changes,
      ...(input === undefined ? {} : { input: orderedJson(input) }),
      updatedAt: sharedDate(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notifyCronBindings(scope);
  return row;
}

/** The enabled bindings of an environment whose Function is not one of these, at most 50. */
export const listCronsWithout = (
  { tx, projectId }: ProjectScope,
  environment: Environment,
  functionIds: readonly string[],
): Promise<Pick<CronBindingRow, "id" | "name">[]> =>
  tx
    .selectFrom("cronBindings")
    .select(["id", "name"])
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("enabled", "=", true)
    .where(sql<boolean>`function_id <> all(${functionIds}::text[])`)
    .orderBy("id")
    .limit(50)
    .execute();

/** The Functions that the enabled crons of an environment run. */
export const listScheduledFunctions = async (
  { tx }: AnyScope,
  projectId: string,
  environment: Environment,
): Promise<string[]> => {
  const rows = await tx
    .selectFrom("cronBindings")
    .select("functionId")
    .distinct()
    .where("projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("enabled", "=", true)
    .execute();
  return rows.map(({ functionId }) => functionId);
};

/** Stores the next times of locked bindings. Their revision stays, because nobody edited them. */
export async function moveNextRuns(
  { tx }: InstallationScope,
  moved: readonly Pick<CronBindingRow, "id" | "nextRunAt">[],
): Promise<void> {
  await sql`update cron_bindings set next_run_at = moved."nextRunAt"
    from json_to_recordset(${JSON.stringify(moved)}::text::json) as moved (id text, "nextRunAt" timestamptz(3))
    where cron_bindings.id = moved.id`.execute(tx);
}

/** The bindings that run a Function, at most 50. */
export const listCronBindingsOfFunction = (
  { tx, projectId }: ProjectScope,
  functionId: string,
): Promise<Pick<CronBindingRow, "id" | "name">[]> =>
  tx
    .selectFrom("cronBindings")
    .select(["id", "name"])
    .where("projectId", "=", projectId)
    .where("functionId", "=", functionId)
    .orderBy("id")
    .limit(50)
    .execute();

/** The time until the next occurrence of any binding is due, by the database's clock; null when there is none. */
export async function untilNext({ store, clock }: App): Promise<number | null> {
  const { rows } = await store.inInstallation(
    ({ tx }) =>
      sql<{ ms: number | null }>`
        select extract(epoch from min(next_run_at) - ${clock()})::float8 * 1000 as ms from cron_bindings
        where next_run_at is not null`.execute(tx),
    { readOnly: true },
  );
  return rows[0]?.ms ?? null;
}

/** Stops a Project's crons from firing until `moveNextRuns` sets the next time. */
export async function stopFiring({ tx }: InstallationScope, projectId: string): Promise<void> {
  await sql`update cron_bindings set next_run_at = null
    where project_id = ${projectId} and next_run_at is not null`.execute(tx);
}

/** The schedules of a Project's enabled crons, locked until the transaction ends, and the current time. */
export async function lockEnabled(
  { tx }: InstallationScope,
  clock: Clock,
  projectId: string,
): Promise<(Pick<CronBindingRow, "id" | "schedule" | "timezone"> & { now: Date })[]> {
  const { rows } = await sql<Pick<CronBindingRow, "id" | "schedule" | "timezone"> & { now: Date }>`
    select id, schedule, timezone, ${clock()} as now from cron_bindings
    where project_id = ${projectId} and enabled for update`.execute(tx);
  return rows;
}

/** Stores how many scheduled runs of a binding have failed in a row. */
export async function noteFailures({ tx }: InstallationScope, id: string, consecutiveFailures: number): Promise<void> {
  await tx.updateTable("cronBindings").set({ consecutiveFailures }).where("id", "=", id).execute();
}
