import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { AdmittedCall, CallContext } from "../../calls/admission/function-call.ts";
import { fail, type Exchange } from "./exchange.ts";

/**
 * Reads a call's body at once or, if it is large, in its caller's turn. If the client has left meanwhile, it does not
 * read the body.
 */
export function inTurn(
  exchange: Exchange,
  { log }: Pick<CallContext, "log">,
  { endpoint: { projectId }, tenantId }: AdmittedCall,
  bytes: number,
  work: () => void,
): void {
  if (bytes <= smallText) return work();
  const turn = threadTurns.run({ projectId, tenantId }, () => {
    if (!exchange.response.destroyed) work();
  });
  unwaited(turn, (error) => fail(exchange, log, error));
}
