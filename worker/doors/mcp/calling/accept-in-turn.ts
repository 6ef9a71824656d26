import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { acceptArguments, type AcceptedInput } from "../../../deployed/endpoints/functions/accept-input.ts";
import type { CompiledFunction } from "../../../deployed/endpoints/functions/compile-function.ts";
import { isCostly } from "../../../deployed/endpoints/functions/costly-checks.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** Checks what a client sent for a Function, as `acceptArguments` does. A check that takes long waits for its turn. */
export function acceptInTurn(
  { admitted, bytes, table }: McpRequest,
  called: CompiledFunction,
  given: unknown,
): AcceptedInput | Promise<AcceptedInput> {
  const accept = () => acceptArguments(called, given, bytes, table.ignoresUnknown);
  // A large input already has its turn.
  if (bytes > smallText || !isCostly(called)) return accept();
  return threadTurns.run({ projectId: admitted.endpoint.projectId, tenantId: admitted.tenantId }, accept);
}
