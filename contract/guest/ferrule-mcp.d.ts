/** `ctx.mcp`: for calls through a tool only. */
declare module "ferrule" {
  export interface McpCall {
    /** The client's own name and version; `null` if it gives none. */
    readonly clientInfo: { readonly name: string; readonly version: string } | null;
    /** Return this to choose the content blocks of the result, instead of the value's JSON. */
    content(blocks: readonly McpBlock[]): McpContent;
    /** The same as `ctx.resourceChanged`. */
    changed(uri: string): Promise<void>;
    /** If the client did not declare this capability, ends the call as the client's protocol revision defines. */
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
