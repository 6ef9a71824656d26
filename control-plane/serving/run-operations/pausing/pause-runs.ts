import { findFunction } from "../../../authoring/functions/queries/functions.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../../ground/handler/require-role-in.ts";
import { pauseFunction } from "../../runs/pause-function.ts";
import { auditedPause } from "./audited-pause.ts";

/** Lets no attempt of the Function's runs begin in an environment. An attempt that runs comes to its end. */
export const pauseRuns: Handlers["pauseRuns"] = async ({ scope, params, body: { environment }, operation, actor }) => {
  const row = found(await findFunction(scope, params.functionId));
  requireRoleIn(operation, environment, actor);
  const isNew = await pauseFunction(scope, { functionId: row.id, environment, pausedBy: actor.userId });
  return {
    answer: { functionId: row.id, environment, paused: true },
    audit: auditedPause(row, environment, [!isNew, true]),
  };
};
