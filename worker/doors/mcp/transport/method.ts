import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { IdText, RpcAnswer } from "./json-rpc.ts";
import type { McpRequest } from "./mcp-request.ts";

export type Params = Record<string, unknown>;

/** One method of JSON-RPC requests. */
export interface Method {
  /** Whether a revision has it. */
  isIn: (revision: Revision) => boolean;
  /** The parameter that the header `Mcp-Name` mirrors (MCP 2026-07-28, Streamable HTTP, "Standard MCP Request Headers"). */
  mirrored?: "name" | "uri";
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

/** A part of the protocol: its methods, and its share of the capabilities. */
export interface Feature {
  methods: Readonly<Record<string, Method>>;
  /** Adds what this caller may use at this endpoint. Features before it in `features.ts` have added theirs. */
  declare?: (capabilities: Capabilities, request: McpRequest, revision: Revision) => void;
}
