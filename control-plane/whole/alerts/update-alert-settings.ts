import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { toSettings } from "./describe-settings.ts";
import { endQuiet } from "./queries/messages.ts";
import { changeAlertSettings, lockAlertSettings, type AlertSettingsRow } from "./queries/settings.ts";

const told = ({ rulesOff, quietHours }: AlertSettingsRow) => ({ rulesOff, quietHours });

/** Changes what the Project wants to be told. Alerts of a rule that is now off go within a minute, without a word. */
export const updateAlertSettings: Handlers["updateAlertSettings"] = async ({ scope, ifMatch, body }) => {
  const before = await lockAlertSettings(scope);
  requireRevision(ifMatch, before.revision);
  const row = await changeAlertSettings(scope, body);
  if (body.quietHours === null) await endQuiet(scope);
  const changes = auditedChanges(told(before), told(row));
  return { answer: toSettings(row), audit: { kind: "alert-settings", id: null, name: null, changes } };
};
