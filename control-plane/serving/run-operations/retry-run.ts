import { PublicError } from "@ferrule/contract/errors.ts";
import { isOpenRun } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { AuditTarget, Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { lockCronBinding } from "../crons/queries/bindings.ts";
import { auditedCronRun, runNow } from "../crons/runs/run-now.ts";
import { lockDeliveries, redeliver } from "../runs/queries/deliveries.ts";
import { retryRun as reopen } from "../runs/retry-run.ts";
import { auditedRun } from "./audited-run.ts";
import { lacksApproval } from "./queries/approvals.ts";
import { hasStep } from "./queries/run-parts.ts";
import { findRunRow, type ListedRunRow } from "./queries/runs.ts";
import { actionOf, requireChange } from "./require-change.ts";
import { toRun } from "./shown/to-run.ts";

const refused = (message: string) => new PublicError("INVALID_STATE", message);

/** Lets a run go on that a call started. A call that nobody approved stays ended. */
async function retryStarted(app: App, scope: ProjectScope, row: ListedRunRow, fromStep: string | undefined) {
  if (row.status === "succeeded") throw refused("The run has succeeded. Replay it instead.");
  if (await lacksApproval(scope, row.id)) throw refused("Nobody approved the call. Call it again.");
  await reopen(app, scope, row.id, fromStep);
  return auditedRun("retry", row, { status: row.status, fromStep: fromStep ?? null });
}

async function retryDelivery(scope: ProjectScope, { id, environment, ...row }: ListedRunRow): Promise<AuditTarget> {
  const { ids } = await lockDeliveries(scope, "redeliver", { environment, deliveryIds: [id] });
  if (ids.length === 0) throw refused("The delivery has not ended.");
  await redeliver(scope, ids);
  return auditedRun("retry", { ...row, id, environment }, { status: row.status });
}

/** What a retry has done: the run that goes on, and the part of its audit event. */
interface Retried {
  runId: string;
  audit: AuditTarget;
}

/** Runs the cron of a run that has ended once more, which is a new run. */
async function retryCron(
  app: App,
  scope: ProjectScope,
  { id, bindingId, status }: ListedRunRow,
  asked: { requestId: string; userId: string },
): Promise<Retried> {
  const binding = found(await lockCronBinding(scope, bindingId ?? ""));
  if (isOpenRun(status)) throw refused("The run has not ended.");
  const row = await runNow(app, scope, binding, asked, id);
  return { runId: row.id, audit: { ...auditedCronRun(binding, row), action: actionOf("retry", "cron") } };
}

/**
 * Lets a run that failed, expired or was cancelled go on, with the results of its steps, or of those before `fromStep`. A
 * delivery is delivered again, and a cron runs once more: these have the rules of their own operations.
 */
export const retryRun: Handlers["retryRun"] = async ({ app, scope, params, body, actor, requestId }) => {
  const row = found(await findRunRow(scope, params.runId));
  requireChange("retry", row, actor);
  const { fromStep } = body;
  if (fromStep !== undefined && !(await hasStep(scope, row.id, fromStep)))
    throw validationError([{ path: "body.fromStep", message: "must be a step of the run" }]);
  const retry = async (): Promise<Retried> => {
    if (row.mode === "cron") return retryCron(app, scope, row, { requestId, userId: actor.userId });
    if (row.mode === "delivery") return { runId: row.id, audit: await retryDelivery(scope, row) };
    return { runId: row.id, audit: await retryStarted(app, scope, row, fromStep) };
  };
  const { runId, audit } = await retry();
  return { answer: toRun(found(await findRunRow(scope, runId))), audit };
};
