import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../http/handler/handler.ts";
import { found } from "../../http/handler/not-found.ts";
import { requireRevision } from "../../http/handler/require-revision.ts";
import { auditedCronBinding } from "./audited-cron-binding.ts";
import { describeCronBinding } from "./describe-cron-bindings.ts";
import { firstOccurrence } from "./first-occurrence.ts";
import { changeCronBinding, lockCronBinding } from "../queries/bindings.ts";
import { requireFittingInput } from "./require-fitting-input.ts";
import { requireFunction } from "./require-function.ts";

/**
 * Merges into a cron binding. Another schedule, zone or `enabled: true` counts from now on, so nothing of
 * the time before is missed; `enabled: true` forgets why it was paused. An input that what it calls must refuse is refused here.
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
  // Not when it is paused or renamed: a contract that has changed since must not stand in the way.
  const calls = given.functionId !== undefined || given.environment !== undefined || given.input !== undefined;
  if (calls) await requireFittingInput(scope, after);
  const resumed = given.enabled === true ? { consecutiveFailures: 0, pausedAt: null, pauseReason: null } : {};
  const nextRunAt = after.enabled ? first : null;
  const row = await changeCronBinding(scope, before, { ...given, ...retry, ...resumed, nextRunAt });
  return { answer: await describeCronBinding(scope, row), audit: auditedCronBinding(before, row) };
};
