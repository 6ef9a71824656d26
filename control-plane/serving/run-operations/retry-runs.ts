import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { reopenRuns } from "../runs/queries/many.ts";
import { notifyRuns } from "../runs/queries/notify.ts";
import { lockLeftChildren } from "../runs/queries/retry.ts";
import { auditedRuns } from "./audited-runs.ts";
import { giveUp } from "./give-up.ts";
import { lockChosen } from "./queries/chosen.ts";

/** Lets the chosen runs go on that failed or expired, with the results of their steps. */
export const retryRuns: Handlers["retryRuns"] = async ({ app, scope, body, operation, actor }) => {
  requireRoleIn(operation, body.environment, actor);
  const { ids, more } = await lockChosen(scope, "retry", body);
  if (ids.length > 0) {
    await giveUp(app, scope, await lockLeftChildren(scope, ids));
    await reopenRuns(scope, app.clock, ids);
    await notifyRuns(scope);
  }
  return { answer: { changed: ids.length, more }, audit: auditedRuns(body, ids) };
};
