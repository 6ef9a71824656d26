import { failure, type CallFailure } from "../../../calls/admission/call-failure.ts";
import type { CallEnd } from "../../../calls/admission/run-call.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { notStarted } from "../../serving/exchange.ts";
import { errorAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** The error of a call that the worker had no room to start. */
export function busy({ exchange }: McpRequest, id: IdText): RpcAnswer {
  const { code, message, status } = failure("OVERLOADED");
  const data = { code, requestId: exchange.requestId };
  return errorAnswer(id, { status, rpcCode: rpcErrors.internal, message, data, headers: notStarted });
}

/** The error of a call that needs a capability of the client; null for any other failure. */
export function lacksCapability(
  { exchange }: McpRequest,
  revision: Revision,
  id: IdText,
  { code, message, requiredCapability, ofFunction }: CallFailure,
): RpcAnswer | null {
  if (requiredCapability === undefined || revision !== modernRevision) return null;
  const data = { code, requestId: exchange.requestId, requiredCapabilities: { [requiredCapability]: {} } };
  return errorAnswer(id, { status: 400, rpcCode: rpcErrors.missingCapability, message, data, ofFunction });
}

/** The error of a failed call, for a method whose results have no place for failures, as those of tools have. */
export function failedCall(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  end: Exclude<CallEnd, { kind: "returned" }>,
): RpcAnswer {
  if (end.kind === "notStarted") return busy(request, id);
  const lacking = lacksCapability(request, revision, id, end);
  if (lacking !== null) return lacking;
  const { code, message, details, isGeneric, ofFunction } = end;
  const data = { code, requestId: request.exchange.requestId, ...(details === undefined ? {} : { details }) };
  const text = isGeneric === true ? `${message} Request id: ${data.requestId}` : message;
  return errorAnswer(id, { status: 200, rpcCode: rpcErrors.internal, message: text, data, ofFunction });
}
