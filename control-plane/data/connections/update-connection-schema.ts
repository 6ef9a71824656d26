import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import { runJob } from "../../ground/jobs/run-job.ts";
import { findConnection, lockConnection } from "./queries/connections.ts";
import { findSchema, putSchema } from "./queries/schemas.ts";

const timeoutMs = 30_000;

/**
 * Has a worker read the database's tables, and stores them. 409 INVALID_STATE with the reason when the worker cannot.
 */
export const updateConnectionSchema: Handlers["updateConnectionSchema"] = async (context) => {
  const { app, operation, actor, projectId, params, signal, read, write } = context;
  const { environment, name } = await read(async (scope) => found(await findConnection(scope, params.connectionId)));
  requireRoleIn(operation, environment, actor);
  const payload = { environment, name, wanted: "schema" as const };
  const { test, schema } = await runJob(app, { projectId, kind: "connection", payload }, { timeoutMs, signal });
  if (schema === null) throw new PublicError("INVALID_STATE", test.message);
  return write(async (scope) => {
    const row = found(await lockConnection(scope, params.connectionId));
    await putSchema(scope, row.id, schema);
    const changes = { environment: row.environment, tables: schema.tables.length };
    const audit = { kind: "connection", id: row.id, name: row.name, changes };
    return { answer: await findSchema(scope, row.id), audit };
  });
};
