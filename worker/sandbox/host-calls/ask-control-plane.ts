import type { HostCallContext } from "./host-call.ts";

/**
 * Asks the control plane on behalf of a call, in its Project, environment and tenant. Resolves to the value. Rejects
 * with a HostCallError: the control plane's refusal, or UNAVAILABLE when it could not be asked.
 */
export type AskControlPlane = (
  name: string,
  argument: unknown,
  context: { invocation: AskingCall; signal: AbortSignal },
) => Promise<unknown>;

/** The call on whose behalf something is asked. */
type AskingCall = Pick<
  HostCallContext["invocation"],
  "projectId" | "environment" | "tenantId" | "functionId" | "endpointId" | "executionId"
>;
