import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { retryRun as reopen } from "../runs/retry-run.ts";
import { auditedRun } from "./audited-run.ts";
import { lacksApproval } from "./queries/approvals.ts";
import { hasStep } from "./queries/run-parts.ts";
import { findRunRow } from "./queries/runs.ts";
import { toRun } from "./shown/to-run.ts";

/**
 * Lets a run that failed, expired or was cancelled go on, with the results of its steps, or of those before `fromStep`. A
 * call that nobody approved stays ended.
 */
export const retryRun: Handlers["retryRun"] = async ({ app, scope, params, body, operation, actor }) => {
  const row = found(await findRunRow(scope, params.runId));
  requireRoleIn(operation, row.environment, actor);
  const { fromStep } = body;
  const refused = (message: string) => new PublicError("INVALID_STATE", message);
  if (row.status === "succeeded") throw refused("The run has succeeded. Replay it instead.");
  if (await lacksApproval(scope, row.id)) throw refused("Nobody approved the call. Call it again.");
  if (fromStep !== undefined && !(await hasStep(scope, row.id, fromStep)))
    throw validationError([{ path: "body.fromStep", message: "must be a step of the run" }]);
  await reopen(app, scope, row.id, fromStep);
  return {
    answer: toRun(found(await findRunRow(scope, row.id))),
    audit: auditedRun(row, { status: row.status, fromStep: fromStep ?? null }),
  };
};
