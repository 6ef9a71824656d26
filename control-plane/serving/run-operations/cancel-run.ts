import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { cancelAnyRun } from "../runs/cancel-any-run.ts";
import { auditedRun } from "./audited-run.ts";
import { findRunRow } from "./queries/runs.ts";
import { requireChange } from "./require-change.ts";
import { toRun } from "./shown/to-run.ts";

/**
 * Ends a run of any mode. One that is running ends when its worker has stopped it, within a second; so do its children. A
 * delivery that waits or is dead is discarded.
 */
export const cancelRun: Handlers["cancelRun"] = async ({ app, scope, params, actor }) => {
  const row = found(await findRunRow(scope, params.runId));
  requireChange("cancel", row, actor);
  if (!(await cancelAnyRun(app, scope, row.id))) throw new PublicError("INVALID_STATE", "The run has ended already.");
  return {
    answer: toRun(found(await findRunRow(scope, row.id))),
    audit: auditedRun("cancel", row, { status: row.status }),
  };
};
