import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { failureStatuses, type StatusFilter } from "@ferrule/contract/states.ts";

/** The position of an execution in the list, which is newest first. */
export interface ExecutionKey {
  startedAt: Date;
  id: string;
}

export interface ExecutionFilters {
  endpointId?: string | undefined;
  functionId?: string | undefined;
  /** One status, or both of a failure. */
  status?: StatusFilter | undefined;
  requestId?: string | undefined;
  tenantId?: string | undefined;
  /** Only attempts of this run. */
  runId?: string | undefined;
  source?: ExecutionRecord["source"] | undefined;
  mcpKind?: ExecutionRecord["mcpKind"];
  /** The whole URI that an MCP client read. */
  uri?: string | undefined;
  environment?: ExecutionRecord["environment"] | undefined;
  /** The name of a preview. */
  preview?: string | undefined;
  /** A key's id, or issuer and subject with a space between. */
  caller?: string | undefined;
  deploymentId?: string | undefined;
  /** The tool or route. */
  bindingId?: string | undefined;
  /** A status, or a class of them such as `5xx`. */
  httpStatus?: string | undefined;
  /** The group of a failure. */
  errorId?: string | undefined;
  /** A part of the error's code or message, in any case. */
  error?: string | undefined;
  withoutTests?: "true" | undefined;
  minDurationMs?: number | undefined;
  maxDurationMs?: number | undefined;
  /** Only calls that started at or after this. */
  from?: string | undefined;
  /** Only calls that started before this. */
  to?: string | undefined;
}

/** The statuses that a filter stands for. */
export const statusesOf = (status: StatusFilter): readonly ExecutionRecord["status"][] =>
  status === "failed_or_timed_out" ? failureStatuses : [status];
