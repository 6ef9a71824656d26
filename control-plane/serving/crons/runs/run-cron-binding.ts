import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { lockCronBinding } from "../queries/bindings.ts";
import { toCronRun } from "../queries/to-cron-run.ts";
import { auditedCronRun, runNow } from "./run-now.ts";

/** Runs the binding once, now, if its overlap policy allows that; otherwise the result says so. */
export const runCronBinding: Handlers["runCronBinding"] = async ({ app, scope, params, actor, requestId }) => {
  const binding = found(await lockCronBinding(scope, params.cronBindingId));
  const row = await runNow(app, scope, binding, { requestId, userId: actor.userId });
  return { answer: toCronRun({ ...row, email: actor.email }), audit: auditedCronRun(binding, row) };
};
