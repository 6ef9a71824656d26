export { cancelExecution } from "./cancel-execution.ts";
export { getExecution } from "./get-execution.ts";
export { listExecutionGroups } from "./list-execution-groups.ts";
export { listExecutions } from "./list-executions.ts";
export { listRunningExecutions } from "./list-running-executions.ts";
export { streamExecutions } from "./stream-executions.ts";
