import { usualBounds, type AlertRule } from "@ferrule/contract/resources/alert.ts";
import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { sql, type Selectable } from "kysely";
import { json } from "../../../ground/store/json.ts";
import { revise, rowsOf } from "../../../ground/store/rows/rows-of.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { AlertTables } from "../../../ground/store/tables/alerts.ts";

export type AlertSettingsRow = Selectable<AlertTables["alertSettings"]>;
export type AlertBoundsRow = Selectable<AlertTables["alertBounds"]>;

/** The Project's settings; undefined: nobody has changed them. */
export const findAlertSettings = ({ tx, projectId }: ProjectScope): Promise<AlertSettingsRow | undefined> =>
  tx.selectFrom("alertSettings").selectAll().where("projectId", "=", projectId).executeTakeFirst();

/** Locks the settings until the transaction ends. It makes the row first if there is none. */
export async function lockAlertSettings({ tx, projectId }: ProjectScope): Promise<AlertSettingsRow> {
  await sql`insert into alert_settings (project_id) values (${projectId}) on conflict do nothing`.execute(tx);
  return tx
    .selectFrom("alertSettings")
    .selectAll()
    .where("projectId", "=", projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const changeAlertSettings = (
  { tx, projectId }: ProjectScope,
  { rulesOff, quietHours }: Partial<Pick<AlertSettingsRow, "rulesOff" | "quietHours">>,
): Promise<AlertSettingsRow> =>
  tx
    .updateTable("alertSettings")
    .set((eb) => ({
      ...(rulesOff === undefined ? {} : { rulesOff: json(rulesOff) }),
      ...(quietHours === undefined ? {} : { quietHours: quietHours === null ? null : json(quietHours) }),
      updatedAt: sharedDate(),
      revision: eb("revision", "+", 1),
    }))
    .where("projectId", "=", projectId)
    .returningAll()
    .executeTakeFirstOrThrow();

export interface WatchedProject {
  id: string;
  rulesOff: AlertRule[];
}

/** The active Projects, with the rules that each has switched off. */
export async function listWatched({ tx }: InstallationScope): Promise<WatchedProject[]> {
  const { rows } = await sql<WatchedProject>`
    select project.id, coalesce(settings.rules_off, '[]'::jsonb) as rules_off
    from projects project left join alert_settings settings on settings.project_id = project.id
    where project.status = 'active'`.execute(tx);
  return rows;
}

const bounds = rowsOf("alertBounds");

/** The bounds of an endpoint; undefined: the usual ones. */
export const findAlertBounds = bounds.find;

/** Locks the bounds of an endpoint until the transaction ends. It makes the usual ones a row first if there is none. */
export async function lockAlertBounds(scope: ProjectScope, endpointId: string): Promise<AlertBoundsRow> {
  const { failurePercent, p95Ms, windowMinutes, minCalls } = usualBounds;
  await sql`insert into alert_bounds (id, project_id, failure_percent, p95_ms, window_minutes, min_calls)
    values (${endpointId}, ${scope.projectId}, ${failurePercent}, ${p95Ms}, ${windowMinutes}, ${minCalls})
    on conflict do nothing`.execute(scope.tx);
  return (await bounds.lock(scope, endpointId))!;
}

export const changeAlertBounds = (
  scope: ProjectScope,
  endpointId: string,
  changes: Partial<Pick<AlertBoundsRow, "failurePercent" | "p95Ms" | "windowMinutes" | "minCalls">>,
): Promise<AlertBoundsRow> => revise(scope, "alertBounds", endpointId, changes);
