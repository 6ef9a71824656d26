import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import type { Authenticated } from "../../serving/credential.ts";
import type { IdText, RpcAnswer } from "./json-rpc.ts";
import type { McpRequest } from "./mcp-request.ts";

export type Params = Record<string, unknown>;

/** One method of JSON-RPC requests. */
export interface Method {
  /** Whether a revision has it. */
  isIn: (revision: Revision) => boolean;
  /** The parameter that the header `Mcp-Name` mirrors (MCP 2026-07-28, Streamable HTTP, "Standard MCP Request Headers"; Tasks, "Routing Headers"). */
  mirrored?: "name" | "uri" | "taskId";
  /**
   * Whether its handler itself looks for numbers in `params.arguments` that JavaScript cannot represent exactly, so that
   * the model learns of them. For other methods they are errors of the protocol.
   */
  readsNumbers?: true;
  /** Handles a well-formed request. Undefined: this endpoint does not have the method for this caller. */
  handle: (
    request: McpRequest,
    revision: Revision,
    id: IdText,
    params: Params | undefined,
  ) => RpcAnswer | Promise<RpcAnswer> | undefined;
}

export type Methods = ReadonlyMap<string, Method>;

/** What an endpoint offers a caller, as `initialize` and `server/discover` declare it. */
export type Capabilities = Record<string, Record<string, unknown>>;

/** The lists whose changes clients can hear of. */
export const listKinds = ["tools", "resources", "prompts"] as const;
export type ListKind = (typeof listKinds)[number];

/** What one caller has before them at one moment. */
export interface View {
  table: ToolTable;
  endpoint: ServedEndpoint;
  caller: Authenticated;
}

/** A part of the protocol: its methods, and its share of the capabilities. */
export interface Feature {
  methods: Readonly<Record<string, Method>>;
  /** Adds what this caller may use at this endpoint. Features before it in `features.ts` have added theirs. */
  declare?: (capabilities: Capabilities, request: McpRequest, revision: Revision) => void;
  /** Its list, as the entries that a caller sees at 2026-07-28. Listeners are told when these change. */
  list?: { kind: ListKind; entries: (view: View) => readonly unknown[] };
  /**
   * The version of the resource at this URI, if the caller may read it; otherwise null. A kept content has its digest. What
   * a Function makes has always the same version: the Function tells when it changes.
   */
  versionOf?: (view: View, uri: string) => string | null;
}
