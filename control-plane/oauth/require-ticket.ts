import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import { requireAdmitted } from "./find-client.ts";
import { findTarget, type Target } from "./find-target.ts";
import { OauthError } from "./oauth-error.ts";
import { readTicket, type RequestTicket } from "./request-ticket.ts";
import { scopesOf } from "./scopes.ts";

/**
 * The request that a client sent, held to what the endpoint's policy says now.
 * @throws PublicError NOT_FOUND for a request that was not made here or is too old, INVALID_STATE where the policy has changed
 */
export async function requireTicket(
  app: App,
  scope: InstallationScope,
  text: string,
): Promise<{ ticket: RequestTicket; target: Target }> {
  const ticket = await readTicket(app.settings.sessionSecret, text);
  if (ticket === null)
    throw new PublicError("NOT_FOUND", "This sign-in has expired. Start again in the program that sent you.");
  const target = await findTarget(scope, app.settings.publicUrl, ticket.resource);
  const changed = new PublicError("INVALID_STATE", "The endpoint does not take this sign-in any more. Start again.");
  if (target === null) throw changed;
  try {
    requireAdmitted(ticket.client, target);
  } catch (error) {
    throw error instanceof OauthError ? changed : error;
  }
  const known = scopesOf(target);
  if (!ticket.scopes.every((name) => known.includes(name))) throw changed;
  return { ticket, target };
}
