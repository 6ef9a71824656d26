import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";

/** The position of an execution in the list, which is newest first. */
export interface ExecutionKey {
  startedAt: Date;
  id: string;
}

export interface ExecutionFilters {
  endpointId?: string | undefined;
  functionId?: string | undefined;
  status?: ExecutionRecord["status"] | undefined;
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
  /** Only calls that started at or after this. */
  from?: string | undefined;
  /** Only calls that started before this. */
  to?: string | undefined;
}
