import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedRuns } from "./audited-runs.ts";
import { giveUp } from "./give-up.ts";
import { lockChosen } from "./queries/chosen.ts";

/** Ends the chosen runs that have not ended. Those that run end when their workers have stopped them. */
export const cancelRuns: Handlers["cancelRuns"] = async ({ app, scope, body, operation, actor }) => {
  requireRoleIn(operation, body.environment, actor);
  const { ids, more } = await lockChosen(scope, "cancel", body);
  if (ids.length > 0) await giveUp(app, scope, ids);
  return { answer: { changed: ids.length, more }, audit: auditedRuns(body, ids) };
};
