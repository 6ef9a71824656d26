import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRevision } from "../../../ground/handler/require-revision.ts";
import { auditedCronBinding } from "./audited-cron-binding.ts";
import { describeCronBinding } from "./describe-cron-bindings.ts";
import { firstOccurrence } from "./first-occurrence.ts";
import { changeCronBinding, lockCronBinding } from "../queries/bindings.ts";
import { followBinding } from "../../runs/queries/cron-runs.ts";
import { requireFittingInput } from "./require-fitting-input.ts";
import { requireFunction } from "./require-function.ts";

/**
 * Merges changes into a cron binding. A new schedule, time zone or `enabled: true` counts from now on, so earlier
 * occurrences are not missed. `enabled: true` also clears the reason for a pause. It refuses an input that the Function
 * would reject.
 */
export const updateCronBinding: Handlers["updateCronBinding"] = async (context) => {
  const { app, scope, params, body, ifMatch } = context;
  const { retry = {}, ...given } = body;
  const before = found(await lockCronBinding(scope, params.cronBindingId));
  requireRevision(ifMatch, before.revision);
  const after = { ...before, ...given };
  const moves =
    after.schedule !== before.schedule ||
    after.timezone !== before.timezone ||
    (after.enabled && before.nextRunAt === null);
  const first = moves ? await firstOccurrence(app, scope, after) : before.nextRunAt;
  if (given.functionId !== undefined) await requireFunction(scope, given.functionId);
  // A pause or a new name skips this check, because a contract that changed meanwhile must not block them.
  const calls = given.functionId !== undefined || given.environment !== undefined || given.input !== undefined;
  if (calls) await requireFittingInput(scope, after);
  const resumed = given.enabled === true ? { consecutiveFailures: 0, pausedAt: null, pauseReason: null } : {};
  const nextRunAt = after.enabled ? first : null;
  const row = await changeCronBinding(scope, before, { ...given, ...retry, ...resumed, nextRunAt });
  if (calls || given.tenantId !== undefined || given.overlap !== undefined) await followBinding(scope, row);
  return { answer: await describeCronBinding(scope, row), audit: auditedCronBinding(before, row) };
};
