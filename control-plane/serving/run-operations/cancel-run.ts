import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { cancelRun as giveUp } from "../runs/cancel-run.ts";
import { auditedRun } from "./audited-run.ts";
import { findRunRow } from "./queries/runs.ts";
import { toRun } from "./shown/to-run.ts";

/** Ends a run. One that is running ends when its worker has stopped it, within a second; so do its children. */
export const cancelRun: Handlers["cancelRun"] = async ({ app, scope, params, operation, actor }) => {
  const row = found(await findRunRow(scope, params.runId));
  requireRoleIn(operation, row.environment, actor);
  if ((await giveUp(app, scope, row.id)) === null) throw new PublicError("INVALID_STATE", "The run has ended already.");
  return { answer: toRun(found(await findRunRow(scope, row.id))), audit: auditedRun(row, { status: row.status }) };
};
