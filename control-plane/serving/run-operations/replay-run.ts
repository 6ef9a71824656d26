import { PublicError } from "@ferrule/contract/errors.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findPayload, findRun, type RunRow } from "../runs/queries/runs.ts";
import { runSeal } from "../runs/seals/seal-run.ts";
import { durableFunction } from "./durable-function.ts";
import { fittingInput } from "./fitting-input.ts";
import { askedFirst } from "./queries/approvals.ts";
import { findRunRow, type ListedRunRow } from "./queries/runs.ts";
import { callerOf, runToStart, sourceOf } from "./run-to-start.ts";
import { shownValueOf } from "./shown/shown-value.ts";
import { startOne } from "./start-one.ts";

const refused = (message: string) => new PublicError("INVALID_STATE", message);

/** The stored input of a run. @throws PublicError UNAVAILABLE when it cannot be decrypted */
async function openInput(app: App, scope: ProjectScope, row: RunRow): Promise<unknown> {
  const sealed = row.input ?? found(await findPayload(scope, row.id, "input"));
  try {
    return JSON.parse((await runSeal(app, row)).open("input", sealed)) as unknown;
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    app.log.error({ err: cause, runId: row.id }, "the input of a run cannot be opened");
    throw new PublicError("UNAVAILABLE", "The run's input cannot be decrypted.", { cause });
  }
}

/** Only durable runs are repeated. A call that needs an approval is not repeated without one. */
async function requireRepeatable(scope: ProjectScope, { id, mode }: ListedRunRow): Promise<void> {
  if (mode === "delivery") throw refused("A delivery cannot be replayed. Retry it: that delivers it again.");
  if (mode === "cron") throw refused("A run of a cron cannot be replayed. Retry it: that runs its cron again.");
  if (mode === "once") throw refused("A call of a Function that is not durable cannot be replayed.");
  if (await askedFirst(scope, id))
    throw refused("Its call needed an approval. Call it again, so that people are asked again.");
}

/**
 * Starts a new run with the stored input or another one, in the same environment and for the same tenant and endpoint.
 * With the same input, it has the same caller; with another one, its caller is the person who starts it.
 */
export const replayRun: Handlers["replayRun"] = async ({ app, scope, params, body, actor, operation, requestId }) => {
  const listed = found(await findRunRow(scope, params.runId));
  const { environment, functionId, tenantId, endpointId, bindingId, priority } = listed;
  requireRoleIn(operation, environment, actor);
  await requireRepeatable(scope, listed);
  const row = found(await findRun(scope, listed.id));
  const deployed = await durableFunction(scope, functionId, environment);
  const { inputSchema, slug } = deployed.held;
  const isSame = body.input === undefined;
  const { input, issues } = fittingInput(inputSchema, isSame ? await openInput(app, scope, row) : body.input);
  if (issues.length > 0)
    throw isSame ? refused("Its input does not fit what is deployed now.") : validationError(issues);
  const { isNew: _, ...run } = await startOne(
    app,
    scope,
    runToStart(deployed, {
      environment,
      tenantId,
      endpointId,
      bindingId,
      priority,
      requestId,
      input,
      caller: isSame ? row.caller : callerOf(actor),
      source: sourceOf(actor),
      shownInput: isSame ? row.shownInput : await shownValueOf(app, scope, inputSchema, input),
      key: null,
      replayOf: row.id,
    }),
  );
  const changes = { environment, functionId, tenantId, replayOf: row.id, input: isSame ? "same" : "other" };
  return { answer: run, audit: { kind: "run", id: run.id, name: slug, changes } };
};
