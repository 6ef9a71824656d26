import { errorDocs, isErrorCode } from "@ferrule/contract/help/help.ts";
import { SentNumber } from "@ferrule/contract/json/parse-exact-json.ts";

/** Error codes of JSON-RPC 2.0 and MCP. Ferrule's own are in `data.code` (MCP 2026-07-28, basic, "Error codes"). */
export const rpcErrors = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Only before 2026-07-28. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** An HTTP response to a POST. A null body accepts a notification. */
export interface RpcAnswer {
  status: number;
  body: string | null;
  /** Further headers, as names and values in turn. */
  headers?: readonly string[];
}

export const accepted: RpcAnswer = { status: 202, body: null };

/** The JSON of a request's id; `null` when it could not be read. */
export type IdText = string;

export const idText = (id: unknown): IdText =>
  id instanceof SentNumber
    ? id.text
    : typeof id === "number"
      ? String(id)
      : typeof id === "string"
        ? JSON.stringify(id)
        : "null";

export const resultAnswer = (id: IdText, resultJson: string): RpcAnswer => ({
  status: 200,
  body: `{"jsonrpc":"2.0","id":${id},"result":${resultJson}}`,
});

export interface RpcError {
  status: number;
  rpcCode: number;
  message: string;
  /** Always contains Ferrule's code and the request's id. */
  data: { code: string; requestId: string } & Record<string, unknown>;
  headers?: readonly string[];
  /** A Function chose the code, so no page describes it. */
  ofFunction?: true | undefined;
}

/** An error. If the code is Ferrule's own, `data.docs` is the path of the page about it. */
export function errorAnswer(id: IdText, { status, rpcCode, message, data, headers, ofFunction }: RpcError): RpcAnswer {
  const docs = ofFunction !== true && isErrorCode(data.code) ? { docs: errorDocs(data.code) } : {};
  const error = JSON.stringify({ code: rpcCode, message, data: { ...data, ...docs } });
  const body = `{"jsonrpc":"2.0","id":${id},"error":${error}}`;
  return headers === undefined ? { status, body } : { status, body, headers };
}
