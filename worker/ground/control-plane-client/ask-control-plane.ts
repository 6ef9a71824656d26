import type { Environment } from "@ferrule/contract/states.ts";

/**
 * Sends a call's request for stored data to the control plane, for its Project, environment and tenant. Resolves to the
 * value. Rejects with a HostCallError: the control plane's refusal, or UNAVAILABLE when it cannot be reached.
 */
export type AskControlPlane = (
  name: string,
  argument: unknown,
  context: { invocation: AskingCall; signal: AbortSignal },
) => Promise<unknown>;

/** The call that makes the request. */
interface AskingCall {
  projectId: string;
  environment: Environment;
  tenantId: string;
  functionId: string;
  endpointId?: string | null;
  previewId?: string;
  executionId: string;
}
