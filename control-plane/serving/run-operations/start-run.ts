import { findFunction } from "../../authoring/functions/queries/functions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { durableFunction } from "./durable-function.ts";
import { fittingInput } from "./fitting-input.ts";
import { callerOf, runToStart, sourceOf } from "./run-to-start.ts";
import { shownValueOf } from "./shown/shown-value.ts";
import { startOne } from "./start-one.ts";

/**
 * Starts a run of what is deployed of a durable Function. It belongs to no endpoint, so the Function may use what it
 * declares, as in a cron run.
 */
export const startRun: Handlers["startRun"] = async ({ app, scope, body, actor, operation, requestId }) => {
  const { environment, functionId, tenantId, priority } = body;
  found(await findFunction(scope, functionId));
  requireRoleIn(operation, environment, actor);
  const deployed = await durableFunction(scope, functionId, environment);
  const { inputSchema, slug } = deployed.held;
  const { input, issues } = fittingInput(inputSchema, body.input);
  if (issues.length > 0) throw validationError(issues);
  const { isNew, ...run } = await startOne(
    app,
    scope,
    runToStart(deployed, {
      environment,
      tenantId,
      priority,
      requestId,
      input,
      caller: callerOf(actor),
      source: sourceOf(actor),
      shownInput: await shownValueOf(app, scope, inputSchema, input),
      delayMs: body.delaySeconds * 1e3,
      key: body.key ?? undefined,
    }),
  );
  const { key, deploymentId } = run;
  const changes = { environment, functionId, tenantId, key, priority, deploymentId, existing: !isNew };
  return { answer: run, audit: { kind: "run", id: run.id, name: slug, changes } };
};
