/** `ctx.mcp`: what only a call through a tool has. */
declare module "ferrule" {
  export interface McpCall {
    /** What the client says it is; `null` when it does not say. */
    readonly clientInfo: { readonly name: string; readonly version: string } | null;
    /** Return this to answer with content blocks of your own instead of the returned value's JSON. */
    content(blocks: readonly McpBlock[]): McpContent;
    /** Ends the call, as the client's protocol revision says, when the client did not declare this capability. */
    requireCapability(name: string): void;
  }

  export type McpBlock =
    | { type: "text"; text: string }
    | { type: "image"; data: string; mimeType: string }
    | { type: "audio"; data: string; mimeType: string }
    | { type: "resource_link"; uri: string; name: string; title?: string; description?: string; mimeType?: string }
    | { type: "resource"; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) };

  /** What `ctx.mcp.content` returns. */
  export interface McpContent {
    readonly "~ferrule": "mcp-content";
  }
}
