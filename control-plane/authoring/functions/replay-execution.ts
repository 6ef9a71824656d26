import { PublicError } from "@ferrule/contract/errors.ts";
import { findArchived } from "../../observed/executions/archive/find-archived.ts";
import { findExecution } from "../../observed/executions/queries/executions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { JobPayloads } from "../../ground/store/tables/jobs.ts";
import { findFunction } from "./queries/functions.ts";
import { draftRun, runDraft } from "./running/run-draft.ts";
import { unknownParts } from "./running/unknown-parts.ts";

const gone = () => new PublicError("INVALID_STATE", "Its Function was deleted, or the call never reached a Function.");

/**
 * Runs a recorded call's Function again as a test: the saved source with the stored input, in the same environment and
 * for the same tenant. If parts of the input were masked or left out, it refuses with a 400 that names them.
 */
export const replayExecution: Handlers["replayExecution"] = async (context) => {
  const { app, projectId, params, actor, operation, requestId, signal, read, write } = context;
  const execution = found(
    (await read((scope) => findExecution(scope, params.executionId))) ??
      (await findArchived(app, read, params.executionId)),
  );
  let payload: JobPayloads["test"] | undefined;
  await write(async (scope) => {
    const { id, environment, tenantId, functionId, input, source } = execution;
    requireRoleIn(operation, environment, actor);
    const issues = unknownParts(input);
    if (issues.length > 0) throw validationError(issues);
    const row = functionId === null ? undefined : await findFunction(scope, functionId);
    if (!row) throw gone();
    payload = await draftRun(app, scope, row, { actor, requestId, environment, tenantId, input });
    const changes = { environment, tenantId, source, functionId, executionId: payload.executionId };
    return { answer: undefined, audit: { kind: "execution", id, name: row.slug, changes } };
  });
  return runDraft(app, projectId, found(payload), { signal });
};
