export { cancelExecution } from "./cancel-execution.ts";
export { countExecutions } from "./count-executions.ts";
export { exportExecutions } from "./export-executions.ts";
export { getExecutionGroup } from "./groups/get-execution-group.ts";
export { updateExecutionGroup } from "./groups/update-execution-group.ts";
export { listExecutions } from "./list-executions.ts";
export { streamExecutions } from "./stream-executions.ts";
export { listExecutionGroups, listRunningExecutions, getExecution } from "./reads.ts";
