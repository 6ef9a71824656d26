import { readClock, type Clock } from "../../ground/store/clock.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { dueAt } from "./due-at.ts";
import type { AlertRow } from "./queries/alerts.ts";
import { listChannels, type ChannelRow } from "./queries/channels.ts";
import { addToMessage } from "./queries/messages.ts";
import { findAlertSettings } from "./queries/settings.ts";

const tells = ({ environments, rules }: ChannelRow, { environment, rule }: AlertRow) =>
  (environment === null || environments.includes(environment)) && (rules === null || rules.includes(rule));

/**
 * Writes what the Project's channels will be told of alerts that began and ended, in the transaction of the alerts.
 * Whoever sends the messages finds them there, also after a kill.
 */
export async function tellChannels(
  scope: ProjectScope,
  clock: Clock,
  { began, ended }: { began: readonly AlertRow[]; ended: readonly AlertRow[] },
): Promise<void> {
  if (began.length + ended.length === 0) return;
  const channels = await listChannels(scope, { enabled: true });
  if (channels.length === 0) return;
  const now = await readClock(scope, clock);
  const quiet = (await findAlertSettings(scope))?.quietHours ?? null;
  for (const channel of channels) {
    const of = (alerts: readonly AlertRow[], told: "firing" | "resolved") =>
      alerts.filter((alert) => tells(channel, alert)).map(({ id }) => ({ alertId: id, told }));
    const items = [...of(began, "firing"), ...of(ended, "resolved")];
    if (items.length > 0) await addToMessage(scope, channel.id, dueAt(now, channel.keepsQuiet ? quiet : null), items);
  }
}
