/** `ctx.mcp`: for calls from MCP clients only. */
declare module "ferrule" {
  export interface McpCall {
    /** The client's own name and version; `null` if it gives none. */
    readonly clientInfo: { readonly name: string; readonly version: string } | null;
    /** The URI of the resource that the client reads; not set in other calls. */
    readonly uri?: string;
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

  /** A content of a resource; `blob` is base64. Without a `uri` or a `mimeType`, it has those of the resource. */
  export type McpResourceContent = { uri?: string; mimeType?: string } & ({ text: string } | { blob: string });

  /**
   * What the handler of a resource returns: a text, bytes, a content, or a list of them. Any other value becomes its JSON.
   * `null`, or a `FunctionError` with the code `NOT_FOUND`, says that there is no such resource.
   */
  export type McpResource =
    | string
    | Uint8Array
    | McpResourceContent
    | readonly (string | Uint8Array | McpResourceContent)[]
    | null;

  export interface McpMessage {
    role: "user" | "assistant";
    content: string | McpBlock | readonly McpBlock[];
  }

  /** What the handler of a prompt returns: a text, which is one message of the user, or messages. */
  export type McpPrompt = string | { description?: string; messages: readonly McpMessage[] };

  /**
   * The type of the export `complete`, which suggests values of an argument while a person types: of a prompt, or of a
   * variable of a URI template. It has two seconds. Clients show 100 values.
   */
  export type Complete = (
    typed: {
      /** The argument's name. */
      argument: string;
      /** What the person has typed so far. */
      value: string;
      /** The arguments that are already filled in. */
      arguments: Readonly<Record<string, string>>;
    },
    ctx: McpContext,
  ) => readonly string[] | Promise<readonly string[]>;
}
