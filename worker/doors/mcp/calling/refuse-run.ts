import type { CompiledFunction } from "../../../deployed/endpoints/functions/compile-function.ts";
import { runNeed } from "../../runs/run-need.ts";
import { rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { rejectCall, type RejectedCall } from "./reject-call.ts";

interface Wanted {
  called: CompiledFunction;
  /** Its name in rules. */
  target: string;
  input: unknown;
  /** "A resource" or "A prompt". */
  what: string;
}

/**
 * Refuses a call that would have to become a run, because only a tool's result can say that a run goes on, or waits for
 * a person. Null: it need not become one.
 */
export function refuseRun(
  request: McpRequest,
  id: IdText,
  call: RejectedCall,
  { called, target, input, what }: Wanted,
): RpcAnswer | null {
  const need = runNeed(request.admitted.endpoint, called, target, input);
  if (need === null) return null;
  const why = need.rule === null ? "runs a durable Function" : "needs the approval of a person";
  const message = `${what} cannot wait, and ${target} ${why}. Offer it as a tool.`;
  return rejectCall(request, id, call, {
    rpcCode: rpcErrors.internal,
    status: 200,
    code: "NOT_IMPLEMENTED",
    message,
  });
}
