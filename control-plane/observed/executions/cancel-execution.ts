import { PublicError } from "@ferrule/contract/errors.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { cancelJob } from "../../ground/jobs/cancel-job.ts";
import { findTestJob } from "../../ground/jobs/queries/find-test-job.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findExecution } from "./queries/executions.ts";
import { lockRunning, markCancelled, toRunning } from "./queries/running.ts";

/** A test that waits for a worker, or has just begun, ends only through its job. */
async function findTest(scope: ProjectScope, executionId: string) {
  const job = await findTestJob(scope, executionId);
  if (!job) return null;
  const { payload } = job;
  const running = {
    id: executionId,
    projectId: scope.projectId,
    requestId: payload.requestId,
    environment: payload.environment,
    functionId: payload.function.id,
    functionName: payload.functionName,
    endpointId: null,
    source: "test" as const,
    tenantId: payload.tenantId,
    startedAt: job.createdAt.toISOString(),
    workerId: job.workerId,
    cancelling: true,
  };
  return { running, end: () => cancelJob(scope, job.id) };
}

async function findCall(scope: ProjectScope, executionId: string) {
  const row = await lockRunning(scope, executionId);
  if (!row) return null;
  return { running: { ...toRunning(row), cancelling: true }, end: () => markCancelled(scope, executionId) };
}

/**
 * Ends a running call or test. Its worker learns of this within a second, stops it, and records it as `cancelled`. 409
 * when it has already ended.
 */
export const cancelExecution: Handlers["cancelExecution"] = async ({ scope, params, operation, actor }) => {
  const { executionId } = params;
  const mayEnd = (environment: Environment) => requireRoleIn(operation, environment, actor);
  const ended = await findExecution(scope, executionId);
  if (ended) {
    mayEnd(ended.environment);
    throw new PublicError("INVALID_STATE", "It has ended already.");
  }
  const { running, end } = found((await findCall(scope, executionId)) ?? (await findTest(scope, executionId)));
  mayEnd(running.environment);
  await end();
  const { environment, source, functionId, requestId } = running;
  const changes = { environment, source, functionId, requestId };
  return { answer: running, audit: { kind: "execution", id: executionId, name: running.functionName, changes } };
};
