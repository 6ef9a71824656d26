import type { IdText, RpcAnswer } from "./json-rpc.ts";
import type { McpRequest } from "./mcp-request.ts";
import type { Capabilities, Params } from "./method.ts";

/** The streams on which clients listen for changes. */
export interface Listening {
  /** Whether clients may listen here. */
  readonly isOpen: boolean;
  /** Opens a stream for what the client wishes, as far as `offered` allows; it has then begun the response. */
  listen: (request: McpRequest, id: IdText, params: Params | undefined, offered: Capabilities) => RpcAnswer;
}
