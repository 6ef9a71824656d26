import { z } from "zod";
import { operation } from "./operation.ts";
import { execution, executionGroup, executionSummary, runningExecution } from "../resources/execution.ts";
import { testAnswer } from "../resources/function.ts";
import { environment, givenTime, listOf, page, pathId } from "../resources/fields.ts";
import { executionSources, executionStatuses, mcpCallKinds } from "../states.ts";

const shared = { tag: "Executions", scope: "project", whenManaged: "allowed" } as const;

export const executionFilters = {
  endpointId: pathId.optional(),
  functionId: pathId.optional(),
  status: z.enum(executionStatuses).optional(),
  requestId: z.string().min(1).max(128).optional(),
  tenantId: z.string().min(1).max(128).optional(),
  /** The attempts of this run. */
  runId: pathId.optional(),
  source: z.enum(executionSources).optional(),
  /** What an MCP client asked for. */
  mcpKind: z.enum(mcpCallKinds).optional(),
  /** The URI that an MCP client read, in full. */
  uri: z.string().min(1).max(2_000).optional(),
  environment: environment.optional(),
  /** The name of a preview, whose calls run in Development. */
  preview: z.string().min(1).max(40).optional(),
  /** A key's id; for a person who signed in: issuer and subject, with a space between. */
  caller: z.string().min(1).max(1_000).optional(),
  from: givenTime.optional(),
  to: givenTime.optional(),
};

/** Every call, masked. */
export const executionOperations = {
  listExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions",
    summary: "List executions",
    roles: "any",
    query: z.strictObject({ ...page, ...executionFilters }),
    response: listOf(executionSummary),
    transaction: "handler",
  }),
  streamExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/stream",
    summary: "Executions as they are recorded: server-sent events, resumed by Last-Event-ID",
    roles: "any",
    query: z.strictObject(executionFilters),
    response: z.string(),
    transaction: "handler",
    alternative: "text/event-stream",
  }),
  listExecutionGroups: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/groups",
    summary: "Failures grouped by Function, code and top frame; of the last seven days unless `from` says otherwise",
    roles: "any",
    query: z.strictObject({
      ...page,
      environment: environment.optional(),
      functionId: pathId.optional(),
      from: givenTime.optional(),
      to: givenTime.optional(),
    }),
    response: listOf(executionGroup),
  }),
  listRunningExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/running",
    summary: "Calls and tests that have been running for half a second or more",
    roles: "any",
    response: z.object({ items: z.array(runningExecution) }),
  }),
  getExecution: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/:executionId",
    summary: "One execution with input, output, logs, host calls and outbound calls",
    roles: "any",
    response: execution,
    transaction: "handler",
  }),
  replayExecution: operation({
    ...shared,
    method: "POST",
    path: "/api/executions/:executionId/replay",
    summary: "Run its Function again as a test: the saved source with the stored input",
    roles: ["owner", "admin", "developer"],
    rolesIn: { production: ["owner", "admin"] },
    response: testAnswer,
    errors: ["INVALID_STATE", "TIMEOUT", "OVERLOADED"],
    audit: "execution.replay",
    transaction: "handler",
  }),
  cancelExecution: operation({
    ...shared,
    method: "POST",
    path: "/api/executions/:executionId/cancel",
    summary: "End a call or a test that runs",
    roles: ["owner", "admin", "operator", "developer"],
    rolesIn: { production: ["owner", "admin", "operator"] },
    response: runningExecution,
    status: 202,
    errors: ["INVALID_STATE"],
    audit: "execution.cancel",
  }),
};
