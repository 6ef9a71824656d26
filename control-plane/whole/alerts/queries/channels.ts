import { sql, type Selectable, type Updateable } from "kysely";
import { revise, rowsOf } from "../../../ground/store/rows/rows-of.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { AlertTables } from "../../../ground/store/tables/alerts.ts";

export type ChannelRow = Selectable<AlertTables["alertChannels"]>;

const channels = rowsOf("alertChannels");
export const {
  find: findChannel,
  lock: lockChannel,
  list: listChannels,
  newest: listNewestChannels,
  remove: removeChannel,
} = channels;

/** Fails with `alert_channels_name_taken` when the Project has a channel of this name. */
export const insertChannel = channels.insert;

/** Fails with `alert_channels_name_taken` when the Project has another channel of this name. */
export const changeChannel = (
  scope: ProjectScope,
  id: string,
  changes: Partial<Omit<Updateable<AlertTables["alertChannels"]>, "id" | "projectId" | "updatedAt" | "revision">>,
): Promise<ChannelRow> => revise(scope, "alertChannels", id, changes);

/** How many channels the Project has. */
export async function countChannels({ tx, projectId }: ProjectScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from alert_channels where project_id = ${projectId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Notes how the latest attempt went. A failure is a sentence for the team; null: it was told. */
export async function noteAttempt({ tx }: InstallationScope, id: string, failure: string | null): Promise<void> {
  await sql`update alert_channels set
      sent_at = case when ${failure}::text is null then now() else sent_at end,
      failures = case when ${failure}::text is null then 0 else failures + 1 end,
      failed_at = case when ${failure}::text is null then null else now() end,
      failure = ${failure}
    where id = ${id}`.execute(tx);
}
