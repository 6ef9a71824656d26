import { PublicError } from "@ferrule/contract/errors.ts";
import type { AgentScope } from "@ferrule/contract/states.ts";
import { agentScopes } from "@ferrule/contract/states.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { managementResource } from "../clients/find-target.ts";
import { readTicket, type RequestTicket } from "../consents/request-ticket.ts";
import { isStillClient } from "../consents/require-ticket.ts";

/** An agent's request to a person. */
export type AgentTicket = RequestTicket & { scopes: AgentScope[] };

/**
 * The request of an agent's program, checked against the current client. With `held`, nobody changes the client until
 * the transaction ends; code that gives rights needs that.
 * @throws PublicError NOT_FOUND for a request that was not signed here, is too old, or is for an endpoint; INVALID_STATE
 * when the client has changed
 */
export async function requireAgentTicket(
  app: App,
  scope: InstallationScope,
  text: string,
  { held = false } = {},
): Promise<AgentTicket> {
  const { sessionSecret, publicUrl } = app.settings;
  const ticket = await readTicket(sessionSecret, text);
  if (ticket === null || ticket.endpointId !== null || ticket.resource !== managementResource(publicUrl))
    throw new PublicError("NOT_FOUND", "This sign-in has expired. Start again in the program that sent you.");
  if (!(await isStillClient(scope, ticket, held)))
    throw new PublicError("INVALID_STATE", "The program is no longer known here. Start again.");
  return { ...ticket, scopes: agentScopes.filter((name) => ticket.scopes.includes(name)) };
}
