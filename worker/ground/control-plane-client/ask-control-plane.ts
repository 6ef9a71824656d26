import type { Environment } from "@ferrule/contract/states.ts";

/**
 * Asks the control plane on behalf of a call, in its Project, environment and tenant. Resolves to the value. Rejects
 * with a HostCallError: the control plane's refusal, or UNAVAILABLE when it could not be asked.
 */
export type AskControlPlane = (
  name: string,
  argument: unknown,
  context: { invocation: AskingCall; signal: AbortSignal },
) => Promise<unknown>;

/** The call for which something is asked. */
interface AskingCall {
  projectId: string;
  environment: Environment;
  tenantId: string;
  functionId: string;
  endpointId?: string | null;
  previewId?: string;
  executionId: string;
}
