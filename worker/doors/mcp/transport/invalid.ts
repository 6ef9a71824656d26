import { errorAnswer, idText, rpcErrors, type IdText, type RpcAnswer } from "./json-rpc.ts";
import type { McpRequest } from "./mcp-request.ts";

/** The error of a request that does not have the form that its method needs. */
export function invalid(
  { exchange }: McpRequest,
  status: number,
  rpcCode: number,
  message: string,
  id: IdText = idText(null),
  data: object = {},
): RpcAnswer {
  const { requestId } = exchange;
  return errorAnswer(id, { status, rpcCode, message, data: { code: "VALIDATION_ERROR", requestId, ...data } });
}

/** Parameters that a method cannot use, at HTTP 200. */
export const invalidParams = (request: McpRequest, id: IdText, problem: string): RpcAnswer =>
  invalid(request, 200, rpcErrors.invalidParams, `Invalid params: ${problem}`, id);
