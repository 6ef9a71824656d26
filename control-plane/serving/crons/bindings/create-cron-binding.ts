import type { Handlers } from "../../../ground/handler/handler.ts";
import { auditedCronBinding } from "./audited-cron-binding.ts";
import { describeCronBinding } from "./describe-cron-bindings.ts";
import { firstOccurrence } from "./first-occurrence.ts";
import { insertCronBinding } from "../queries/bindings.ts";
import { requireFittingInput } from "./require-fitting-input.ts";
import { requireFunction } from "./require-function.ts";

/** Runs the deployed revision of a Function on a schedule, from its next occurrence on. */
export const createCronBinding: Handlers["createCronBinding"] = async ({ app, scope, body }) => {
  const { retry, name, ...given } = body;
  const first = await firstOccurrence(app, scope, given);
  const called = await requireFunction(scope, given.functionId);
  await requireFittingInput(scope, given);
  const nextRunAt = given.enabled ? first : null;
  const row = await insertCronBinding(scope, {
    ...given,
    ...retry,
    name: name ?? called.name,
    nextRunAt,
  });
  return { answer: await describeCronBinding(scope, row), audit: auditedCronBinding(null, row) };
};
