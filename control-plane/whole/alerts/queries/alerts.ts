import type { Alert } from "@ferrule/contract/resources/alert.ts";
import type { AlertRule, alertStates } from "@ferrule/contract/resources/alert.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type Selectable } from "kysely";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import { newestFirst } from "../../../ground/store/rows/select-page.ts";
import type { AlertTables } from "../../../ground/store/tables/alerts.ts";
import type { Cause } from "../cause.ts";

export type AlertRow = Selectable<AlertTables["alerts"]>;

interface Filters {
  state?: (typeof alertStates)[number] | undefined;
  rule?: AlertRule | undefined;
  environment?: Environment | undefined;
}

/** Up to `limit + 1` alerts of the Project, the newest first. */
export const listAlertRows = (
  { tx, projectId }: ProjectScope,
  { state, rule, environment }: Filters,
  limit: number,
  before: string | undefined,
): Promise<AlertRow[]> =>
  newestFirst(
    tx
      .selectFrom("alerts")
      .selectAll()
      .where("projectId", "=", projectId)
      .$if(state !== undefined, (rows) => rows.where("resolvedAt", state === "firing" ? "is" : "is not", null))
      .$if(rule !== undefined, (rows) => rows.where("rule", "=", rule!))
      .$if(environment !== undefined, (rows) =>
        rows.where((eb) => eb.or([eb("environment", "is", null), eb("environment", "=", environment!)])),
      ),
    limit,
    before,
  ).execute();

export const toAlert = ({ id, rule, environment, title, detail, path, since, resolvedAt }: AlertRow): Alert => ({
  id,
  rule,
  environment,
  state: resolvedAt === null ? "firing" : "resolved",
  title,
  detail,
  path,
  since: since.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
});

/** Alerts that ask for something, and do not say that anything fails. */
const requests: readonly AlertRule[] = ["approval-waits", "expires-soon", "quota-near"];

/** How many alerts say that something fails, by environment; one without an environment counts in both. */
export async function countFiring({ tx, projectId }: ProjectScope): Promise<Record<Environment, number>> {
  const { rows } = await sql<Record<Environment, number>>`
    select count(*) filter (where environment is distinct from 'production')::integer as development,
      count(*) filter (where environment is distinct from 'development')::integer as production
    from alerts where project_id = ${projectId} and resolved_at is null and rule <> all(${requests}::text[])`.execute(
    tx,
  );
  return rows[0] ?? { development: 0, production: 0 };
}

export type FiringRow = Pick<AlertRow, "id" | "projectId" | "rule" | "subject" | "detail" | "missingSince">;

/** Every alert that fires. */
export const listFiring = ({ tx }: InstallationScope): Promise<FiringRow[]> =>
  tx
    .selectFrom("alerts")
    .select(["id", "projectId", "rule", "subject", "detail", "missingSince"])
    .where("resolvedAt", "is", null)
    .execute();

/** Begins alerts; leaves out those that fire already. Returns the ones that began. */
export async function insertAlerts({ tx, projectId }: ProjectScope, causes: readonly Cause[]): Promise<AlertRow[]> {
  if (causes.length === 0) return [];
  const given = causes.map((cause) => ({ ...cause, id: identifier("alr") }));
  const { rows } = await sql<AlertRow>`
    insert into alerts (id, project_id, rule, environment, subject, title, detail, path)
    select id, ${projectId}, rule, environment, subject, title, detail, path
    from json_to_recordset(${storableJson(given)}::text::json) given
      (id text, rule text, environment text, subject text, title text, detail text, path text)
    on conflict (project_id, rule, subject) where resolved_at is null do nothing returning *`.execute(tx);
  return rows;
}

/** Ends alerts; leaves out those that have ended. Returns the ones that it ended. */
export const resolveAlerts = async ({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<AlertRow[]> =>
  ids.length === 0
    ? []
    : tx
        .updateTable("alerts")
        .set({ resolvedAt: sql<Date>`now()` })
        .where("projectId", "=", projectId)
        .where("id", "=", sql<string>`any(${ids}::text[])`)
        .where("resolvedAt", "is", null)
        .returningAll()
        .execute();

/** Notes since when the causes of alerts are missing, or that they are back. */
export async function noteMissing({ tx, projectId }: ProjectScope, gone: readonly string[], back: readonly string[]) {
  if (gone.length + back.length === 0) return;
  await sql`update alerts set missing_since = case when id = any(${gone}::text[]) then now() end
    where project_id = ${projectId} and id = any(${[...gone, ...back]}::text[]) and resolved_at is null`.execute(tx);
}

/** Writes what is now known of alerts that fire. */
export async function describeAgain(
  { tx, projectId }: ProjectScope,
  known: readonly { id: string; detail: string }[],
): Promise<void> {
  if (known.length === 0) return;
  await sql`update alerts set detail = now_known.detail
    from json_to_recordset(${JSON.stringify(known)}::text::json) now_known (id text, detail text)
    where alerts.project_id = ${projectId} and alerts.id = now_known.id and alerts.resolved_at is null`.execute(tx);
}

/** Removes alerts that fire, without a word. */
export async function removeFiring({ tx, projectId }: ProjectScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from alerts where project_id = ${projectId} and id = any(${ids}::text[])`.execute(tx);
}

/** Removes alerts that ended long ago. */
export async function pruneAlerts({ tx }: InstallationScope): Promise<void> {
  await sql`delete from alerts where resolved_at < now() - interval '30 days'`.execute(tx);
}
