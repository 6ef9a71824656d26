import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handlers, HandlerContext } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import type { JobPayloads } from "../../ground/store/tables/jobs.ts";
import { eventStream } from "./running/event-stream.ts";
import { findFunction } from "./queries/functions.ts";
import { requireSaved } from "./require-saved.ts";
import { draftRun, runDraft } from "./running/run-draft.ts";

type Context = HandlerContext<Operations["testFunction"]>;

/** Reads the worker's order together with the audit event that names the actor. */
async function prepare(context: Context): Promise<JobPayloads["test"]> {
  const { app, params, body, actor, operation, requestId, write } = context;
  const { environment, tenantId, input, source, caller, asks, answers } = body;
  const asking = answers !== undefined ? { answers } : asks === true ? {} : undefined;
  let payload: JobPayloads["test"] | undefined;
  await write(async (scope) => {
    const run = { actor, requestId, environment, tenantId, input, source, caller, asking };
    const row = found(await findFunction(scope, params.functionId));
    requireRoleIn(operation, environment, actor);
    payload = await draftRun(app, scope, row, run);
    const saved = source === undefined || source === row.source;
    const changes = { environment, tenantId, executionId: payload.executionId, saved, ...(caller ? { caller } : {}) };
    return { answer: undefined, audit: { kind: "function", id: row.id, name: row.slug, changes } };
  });
  return found(payload);
}

/**
 * Runs a draft once in a worker, recorded as an execution with source `test`. With `Accept: text/event-stream` or
 * `stream`, the caller can follow and stop it: event `started` with the ids, `log` for each line as it is written, then
 * `result` or `error`. With `asks`, a Function that asks people ends with its questions, and goes on with the `answers` of
 * the next request. In production, only an owner or admin may run it, and only the saved draft.
 */
export const testFunction: Handlers["testFunction"] = async (context) => {
  const { app, projectId, body, accept, signal, requestId } = context;
  requireSaved(body.environment, body.source);
  const payload = await prepare(context);
  const run = (onLog?: (entry: LogEntry) => void) => runDraft(app, projectId, payload, { signal, onLog });
  if (body.stream !== true && !/\btext\/event-stream\b/i.test(accept)) return run();
  const { executionId } = payload;
  const follow = async (send: (event: string, data: unknown) => void) => {
    send("started", { executionId, requestId });
    send("result", await run((entry) => send("log", entry)));
  };
  const chunks = eventStream(follow, { requestId, log: app.log });
  return { raw: { contentType: "text/event-stream; charset=utf-8", chunks } };
};
