import { z } from "zod";
import { operation } from "./operation.ts";
import {
  changedExecutionGroup,
  executionGroupDetail,
  executionGroupState,
  execution,
  executionCount,
  executionGroup,
  executionSummary,
  runningExecution,
} from "../resources/execution.ts";
import { testAnswer } from "../resources/function.ts";
import { environment, givenTime, listOf, page, pathId, text } from "../resources/fields.ts";
import { errorStatuses, executionSources, mcpCallKinds, statusFilters } from "../states.ts";

const shared = { tag: "Executions", scope: "project", whenManaged: "allowed" } as const;

const milliseconds = z
  .string()
  .regex(/^\d{1,9}$/, "must be a whole number of milliseconds")
  .transform(Number);

export const executionFilters = {
  endpointId: pathId.optional(),
  functionId: pathId.optional(),
  /** How it ended. `failed_or_timed_out`: as one of these, which are counted as failures. */
  status: z.enum(statusFilters).optional(),
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
  /** The deployment that the call ran. */
  deploymentId: pathId.optional(),
  /** Its tool or route. */
  bindingId: pathId.optional(),
  /** The status that the caller of a route got, or a class of them: `404`, `5xx`. */
  httpStatus: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, "must be a status such as 404, or a class such as 5xx")
    .optional(),
  /** Its failure belongs to this group of `listExecutionGroups`. */
  errorId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be the id of a group of failures")
    .optional(),
  /** A part of its error's code or message, in any case. */
  error: text(200, 1).optional(),
  /** Without tests of drafts, which the dashboard and usage do not count. */
  withoutTests: z.literal("true").optional(),
  /** It ran at least so long, in milliseconds. */
  minDurationMs: milliseconds.optional(),
  /** It ran at most so long, in milliseconds. */
  maxDurationMs: milliseconds.optional(),
  from: givenTime.optional(),
  to: givenTime.optional(),
};

/** How lists of executions are sorted. By duration, the range of time is bounded. */
export const executionSorts = ["-startedAt", "durationMs", "-durationMs"] as const;
/** The longest range, in days, of a list that is sorted by duration. */
export const sortedDays = 7;
/** So many executions are counted, and no more. */
export const mostCounted = 10_000;
/** So many executions are in one download, the newest first. */
export const mostExported = 100_000;

/** Every call, masked. */
export const executionOperations = {
  listExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions",
    summary: "List executions",
    description: "A page of a long search may be short, or empty: `nextCursor` goes on with it.",
    roles: "any",
    query: z.strictObject({
      ...page,
      ...executionFilters,
      /** By duration, `from` is needed, at most seven days before `to`; archived executions are left out. */
      sort: z.enum(executionSorts).optional(),
    }),
    response: listOf(executionSummary),
    transaction: "handler",
  }),
  countExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/count",
    summary: "How many executions match the filters, counted up to 10,000",
    roles: "any",
    query: z.strictObject(executionFilters),
    response: executionCount,
  }),
  exportExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/export",
    summary: "Download the executions that match the filters",
    description: "Newest first, at most 100,000, without inputs and outputs.",
    roles: "any",
    query: z.strictObject({ ...executionFilters, format: z.enum(["ndjson", "csv"]).default("ndjson") }),
    response: z.string(),
    transaction: "handler",
    alternative: ["application/x-ndjson", "text/csv"],
  }),
  streamExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/stream",
    summary: "Follow executions as they are recorded",
    description: "Server-sent events, resumed by `Last-Event-ID`.",
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
    summary: "List failures by Function, code and top frame",
    description: "Of the last seven days unless `from` says otherwise.",
    roles: "any",
    query: z.strictObject({
      ...page,
      environment: environment.optional(),
      functionId: pathId.optional(),
      status: z.enum(errorStatuses).optional(),
      /** Only what this user looks after. */
      assigneeId: pathId.optional(),
      from: givenTime.optional(),
      to: givenTime.optional(),
    }),
    response: listOf(executionGroup),
  }),
  getExecutionGroup: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/groups/:groupId",
    summary: "Get a group of failures",
    description: "Its trend, where it began, whom it touches and what its inputs have in common.",
    roles: "any",
    query: z.strictObject({
      environment: environment.default("production"),
      from: givenTime.optional(),
      to: givenTime.optional(),
    }),
    response: executionGroupDetail,
  }),
  updateExecutionGroup: operation({
    ...shared,
    method: "PATCH",
    path: "/api/executions/groups/:groupId",
    summary: "Resolve, reopen or assign a group of failures",
    description: "Or note something. The last change wins.",
    roles: ["owner", "admin", "operator", "developer"],
    query: z.strictObject({ environment: environment.default("production") }),
    body: changedExecutionGroup,
    response: executionGroupState,
    audit: "execution-group.update",
  }),
  listRunningExecutions: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/running",
    summary: "List what is running",
    description: "Calls and tests that have been running for half a second or more.",
    roles: "any",
    response: z.object({ items: z.array(runningExecution) }),
  }),
  getExecution: operation({
    ...shared,
    method: "GET",
    path: "/api/executions/:executionId",
    summary: "Get one execution",
    description: "With input, output, logs, host calls and outbound calls.",
    roles: "any",
    response: execution,
    transaction: "handler",
  }),
  replayExecution: operation({
    ...shared,
    method: "POST",
    path: "/api/executions/:executionId/replay",
    summary: "Run its Function again as a test",
    description: "The saved source with the stored input.",
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
