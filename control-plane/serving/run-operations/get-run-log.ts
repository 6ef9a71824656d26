import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { watchLog } from "../../observed/executions/queries/running.ts";
import { findRunRow } from "./queries/runs.ts";

/**
 * What the attempt that runs now has logged so far. The first request asks its worker for the log, which comes within a
 * second. The worker keeps sending it as long as somebody asks.
 */
export const getRunLog: Handlers["getRunLog"] = async ({ app, projectId, read, params: { runId } }) => {
  const { attempt, executionId, status } = found(await read((scope) => findRunRow(scope, runId)));
  const running = status === "running";
  const log =
    running && executionId !== null
      ? await app.store.inProject(projectId, (scope) => watchLog(scope, executionId))
      : undefined;
  return { attempt, executionId, running, lines: log?.lines ?? [], omitted: log?.omitted ?? 0 };
};
