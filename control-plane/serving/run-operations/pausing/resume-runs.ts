import { findFunction } from "../../../authoring/functions/queries/functions.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../../ground/handler/require-role-in.ts";
import { resumeFunction } from "../../runs/pause-function.ts";
import { auditedPause } from "./audited-pause.ts";

/** Lets the runs of a paused Function go on in an environment. */
export const resumeRuns: Handlers["resumeRuns"] = async ({
  scope,
  params,
  body: { environment },
  operation,
  actor,
}) => {
  const row = found(await findFunction(scope, params.functionId));
  requireRoleIn(operation, environment, actor);
  const wasPaused = await resumeFunction(scope, { functionId: row.id, environment });
  return {
    answer: { functionId: row.id, environment, paused: false },
    audit: auditedPause(row, environment, [wasPaused, false]),
  };
};
