/** What a call asks an MCP endpoint for. */
export interface McpTarget {
  kind: "tool" | "resource" | "prompt" | "completion";
  /** The URI of a resource; null for anything else, and if its record would show what the schema hides. */
  uri: string | null;
}
