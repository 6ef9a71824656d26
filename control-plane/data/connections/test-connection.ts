import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { runJob } from "../../ground/jobs/run-job.ts";
import { findConnection } from "./queries/connections.ts";

const timeoutMs = 20_000;

/**
 * Has a worker connect as a Function would. Returns 200 even when that fails. 503 UNAVAILABLE when no worker is free.
 */
export const testConnection: Handlers["testConnection"] = async (context) => {
  const { app, operation, actor, projectId, params, signal, read } = context;
  const { environment, name } = await read(async (scope) => found(await findConnection(scope, params.connectionId)));
  requireRoleIn(operation, environment, actor);
  const payload = { environment, name, wanted: "test" as const };
  const { test } = await runJob(app, { projectId, kind: "connection", payload }, { timeoutMs, signal });
  return test;
};
