import { recordRejection, type RecordedCall } from "../../../calls/admission/execution-record.ts";
import { errorAnswer, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";

/** Why we do not start a call. */
export interface Rejection {
  rpcCode: number;
  status: number;
  code: string;
  message: string;
  data?: Params;
  /** Headers, as names and values in turn. */
  headers?: readonly string[];
}

/** A call that does not reach its Function, as far as it got. */
export type RejectedCall = Omit<RecordedCall, "admitted">;

/** Records a call that does not reach its Function, and responds. */
export function rejectCall(
  { exchange, context, admitted }: McpRequest,
  id: IdText,
  call: RejectedCall,
  { rpcCode, status, code, message, data, headers = [] }: Rejection,
): RpcAnswer {
  recordRejection(context, { ...call, admitted }, { code, message });
  return errorAnswer(id, { status, rpcCode, message, data: { code, requestId: exchange.requestId, ...data }, headers });
}
