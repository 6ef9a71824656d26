import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { auditedRuns } from "./audited-runs.ts";
import { giveUp } from "./give-up.ts";
import { lockChosen } from "./queries/chosen.ts";
import { changedModes } from "./require-change.ts";

/** Ends the chosen runs that have not ended. Those that run end when their workers have stopped them. */
export const cancelRuns: Handlers["cancelRuns"] = async ({ app, scope, body, operation, actor }) => {
  requireRoleIn(operation, body.environment, actor);
  const { runs, more } = await lockChosen(scope, "cancel", { ...body, modes: changedModes("cancel", body, actor) });
  await giveUp(
    app,
    scope,
    runs.map(({ id }) => id),
  );
  return { answer: { changed: runs.length, more }, audit: auditedRuns("cancel", body, runs) };
};
