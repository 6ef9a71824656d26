import type { HostCallContext } from "./host-call.ts";

/**
 * Asks the control plane in a call's name, in the call's own Project, environment and tenant. It answers the value, and
 * rejects with a HostCallError: the control plane's refusal, or UNAVAILABLE where it could not be asked.
 */
export type AskControlPlane = (
  name: string,
  argument: unknown,
  context: { invocation: AskingCall; signal: AbortSignal },
) => Promise<unknown>;

/** In whose name something is asked. */
type AskingCall = Pick<
  HostCallContext["invocation"],
  "projectId" | "environment" | "tenantId" | "functionId" | "endpointId" | "executionId"
>;
