import type { CronOverlap, Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type ColumnType, type Generated, type Selectable } from "kysely";
import type { InstallationScope, ProjectScope } from "../store/scope.ts";

interface CronBindingsTable {
  id: string;
  projectId: string;
  name: string;
  functionId: string;
  environment: Environment;
  schedule: string;
  timezone: string;
  tenantId: string;
  input: ColumnType<unknown, unknown, unknown>;
  enabled: boolean;
  overlap: CronOverlap;
  maxAttempts: number;
  backoffMs: number;
  catchUp: number;
  pauseAfterFailures: number | null;
  consecutiveFailures: Generated<number>;
  pausedAt: Generated<Date | null>;
  pauseReason: Generated<string | null>;
  nextRunAt: Date | null;
  createdAt: ColumnType<Date, never, never>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface CronBindingTables {
  cronBindings: CronBindingsTable;
}

export type CronBindingRow = Selectable<CronBindingsTable>;

/** What a person sets of a binding. */
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

type Changes = Partial<
  CronBindingDraft & Pick<CronBindingRow, "consecutiveFailures" | "pausedAt" | "pauseReason" | "nextRunAt">
>;

/** json, not jsonb, which would reorder the keys. */
const orderedJson = (value: unknown) => sql`${JSON.stringify(value)}::text::json`;

/** Wakes whoever fires crons, on every replica, when the transaction commits: one may be due sooner than any before. */
export async function notifyCronBindings({ tx }: ProjectScope | InstallationScope): Promise<void> {
  await sql`select pg_notify('cron_bindings', '')`.execute(tx);
}

export async function insertCronBinding(
  scope: ProjectScope,
  { input, ...given }: CronBindingDraft & Pick<CronBindingRow, "nextRunAt">,
): Promise<CronBindingRow> {
  const row = await scope.tx
    .insertInto("cronBindings")
    .values({ ...given, input: orderedJson(input), id: identifier("crn"), projectId: scope.projectId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await notifyCronBindings(scope);
  return row;
}

export const findCronBinding = ({ tx, projectId }: ProjectScope, id: string): Promise<CronBindingRow | undefined> =>
  tx.selectFrom("cronBindings").selectAll().where("projectId", "=", projectId).where("id", "=", id).executeTakeFirst();

/** Reads and locks a binding until the transaction ends; whoever admits or ends one of its runs does it first. */
export const lockCronBinding = ({ tx, projectId }: ProjectScope, id: string): Promise<CronBindingRow | undefined> =>
  tx
    .selectFrom("cronBindings")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export interface CronBindingFilter {
  environment?: Environment | undefined;
  functionId?: string | undefined;
}

/** Up to `limit + 1` bindings, newest first. */
export const listCronBindingRows = (
  { tx, projectId }: ProjectScope,
  { environment, functionId }: CronBindingFilter,
  limit: number,
  before: string | undefined,
): Promise<CronBindingRow[]> =>
  tx
    .selectFrom("cronBindings")
    .selectAll()
    .where("projectId", "=", projectId)
    .$if(environment !== undefined, (query) => query.where("environment", "=", environment ?? "development"))
    .$if(functionId !== undefined, (query) => query.where("functionId", "=", functionId ?? ""))
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();

/** Changes a binding that is locked, as its next revision. */
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
      updatedAt: new Date(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notifyCronBindings(scope);
  return row;
}

/** The enabled bindings of an environment whose Function is none of these, at most 50. */
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

/** Notes when bindings that are locked fire next. Nobody has edited them, so their revision stays. */
export async function moveNextRuns(
  { tx }: InstallationScope,
  moved: readonly Pick<CronBindingRow, "id" | "nextRunAt">[],
): Promise<void> {
  await sql`update cron_bindings set next_run_at = moved."nextRunAt"
    from json_to_recordset(${JSON.stringify(moved)}::text::json) as moved (id text, "nextRunAt" timestamptz(3))
    where cron_bindings.id = moved.id`.execute(tx);
}

/** Its runs go with it. */
export async function removeCronBinding({ tx, projectId }: ProjectScope, id: string): Promise<void> {
  await tx.deleteFrom("cronBindings").where("projectId", "=", projectId).where("id", "=", id).execute();
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
