import { isStarted } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { sendEvent } from "../runs/send-event.ts";
import { findRunRow } from "./queries/runs.ts";
import { shownValueOf } from "./shown/shown-value.ts";

/** Sends an event to the runs of a tenant, or to one of them. A run of another tenant or environment is not found. */
export const sendRunEvent: Handlers["sendRunEvent"] = async ({ app, scope, body, operation, actor }) => {
  const { environment, tenantId, name, data, runId = null } = body;
  if (runId !== null) {
    const row = found(await findRunRow(scope, runId));
    found(isStarted(row.mode) && row.environment === environment && row.tenantId === tenantId ? row : null);
  }
  requireRoleIn(operation, environment, actor);
  const woken = await sendEvent(app, scope, {
    environment,
    tenantId,
    name,
    runId,
    data: JSON.stringify(data),
    shown: await shownValueOf(app, scope, null, data),
  });
  return {
    answer: { woken },
    audit: { kind: "run", id: null, name, changes: { environment, tenantId, runId, woken } },
  };
};
