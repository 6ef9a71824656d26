import { PublicError } from "@ferrule/contract/errors.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { agentRequest } from "../../../ground/handler/agent-request.ts";
import type { Exchange } from "./exchange.ts";

const runs: ReadonlySet<OperationName> = new Set(["testFunction", "runTestCases", "startRun"]);

/**
 * Step 7: an agent runs only what is saved, and only in Development. A text that nobody saved could declare rights that
 * nobody confirmed.
 */
export function requireAgentInDevelopment({ name, body }: Exchange): void {
  if (agentRequest() === undefined || !runs.has(name)) return;
  const { environment, source } = (body ?? {}) as { environment?: string; source?: string };
  if (environment !== "development" || source !== undefined)
    throw new PublicError("FORBIDDEN", "An agent runs only what is saved, and only in Development.");
}
