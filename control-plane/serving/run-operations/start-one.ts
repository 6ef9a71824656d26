import { PublicError } from "@ferrule/contract/errors.ts";
import type { Run } from "@ferrule/contract/resources/run.ts";
import type { App } from "../../ground/app.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { startRunsIn, type RunToStart } from "../runs/start-runs.ts";
import { findRunRow } from "./queries/runs.ts";
import { toRun } from "./to-run.ts";

/** Why a run was not started. */
const refusals = {
  full: "Too many runs of this Project have not ended. Wait until some end, or cancel some.",
  limited: "Too many runs wait for their turn under the Function's concurrency limit.",
} as const;

/**
 * Starts one run; if another one has its key, that is the result.
 * @throws PublicError RATE_LIMITED when too many runs wait; NOT_FOUND when the Function is gone
 */
export async function startOne(app: App, scope: ProjectScope, run: RunToStart): Promise<Run & { isNew: boolean }> {
  const [started] = await startRunsIn(app, scope, [run]);
  const { id, outcome } = found(started);
  if (outcome === "full" || outcome === "limited") throw new PublicError("RATE_LIMITED", refusals[outcome]);
  return { ...toRun(found(await findRunRow(scope, id))), isNew: outcome === "started" };
}
