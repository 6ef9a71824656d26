import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";

/** What a call asks an MCP endpoint for. */
export interface McpTarget {
  kind: NonNullable<ExecutionRecord["mcpKind"]>;
  /** The URI of a resource; null for anything else, and if its record would show what the schema hides. */
  uri: string | null;
}

export const toolTarget: McpTarget = { kind: "tool", uri: null };

const mostUriChars = 2_000;

/** The members of an execution that say what its call asked for. */
export const recordedTarget = ({ kind, uri }: McpTarget): Pick<ExecutionRecord, "mcpKind" | "uri"> =>
  uri === null ? { mcpKind: kind } : { mcpKind: kind, uri: uri.slice(0, mostUriChars) };
