import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { requireRevision } from "../http/require-revision.ts";
import { auditedCronBinding } from "./audited-cron-binding.ts";
import { describeCronBinding } from "./describe-cron-bindings.ts";
import { firstOccurrence } from "./first-occurrence.ts";
import { changeCronBinding, lockCronBinding } from "./records.ts";
import { requireFunction } from "./require-function.ts";

/**
 * Specification 4.10: merges into a cron binding. Another schedule, zone or `enabled: true` counts from now on, so nothing of
 * the time before is missed; `enabled: true` forgets why it was paused.
 */
export const updateCronBinding: Handler<Operations["updateCronBinding"]> = async (context) => {
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
  const resumed = given.enabled === true ? { consecutiveFailures: 0, pausedAt: null, pauseReason: null } : {};
  const nextRunAt = after.enabled ? first : null;
  const row = await changeCronBinding(scope, before, { ...given, ...retry, ...resumed, nextRunAt });
  return { answer: await describeCronBinding(scope, row), audit: auditedCronBinding(before, row) };
};
