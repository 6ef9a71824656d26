import type { Handlers } from "../../ground/handler/handler.ts";
import { cancelExecution } from "./cancel-execution.ts";
import { getExecution } from "./get-execution.ts";
import { listExecutionGroups } from "./list-execution-groups.ts";
import { listExecutions } from "./list-executions.ts";
import { listRunningExecutions } from "./list-running-executions.ts";
import { streamExecutions } from "./stream-executions.ts";

export const executionHandlers = {
  listExecutions,
  streamExecutions,
  listExecutionGroups,
  listRunningExecutions,
  getExecution,
  cancelExecution,
} satisfies Partial<Handlers>;
