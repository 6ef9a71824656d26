import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { isRedirectOf } from "../clients/check-redirect.ts";
import { requireAdmitted } from "../clients/find-client.ts";
import { findTarget, type Target } from "../clients/find-target.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { findAnyClient, holdAnyClient } from "../queries/clients.ts";
import { readTicket, type RequestTicket } from "./request-ticket.ts";
import { scopesOf } from "../clients/scopes.ts";

/**
 * Whether the client may still get an answer at this address. A client that is known by a document has no row; for it,
 * the policy decides.
 */
export async function isStillClient(
  scope: InstallationScope,
  { client, redirectUri }: RequestTicket,
  held: boolean,
): Promise<boolean> {
  if (client.kind === "document") return true;
  const row = await (held ? holdAnyClient : findAnyClient)(scope, client.id);
  return row !== undefined && isRedirectOf(row.redirectUris, redirectUri);
}

/**
 * The request of a client, checked against the current client and the endpoint's current policy. With `held`, nobody
 * changes either until the transaction ends; code that gives rights needs that.
 * @throws PublicError NOT_FOUND for a request that was not signed here or is too old, INVALID_STATE when the client or
 * the policy has changed
 */
export async function requireTicket(
  app: App,
  scope: InstallationScope,
  text: string,
  { held = false } = {},
): Promise<{ ticket: RequestTicket; target: Target }> {
  const ticket = await readTicket(app.settings.sessionSecret, text);
  if (ticket === null)
    throw new PublicError("NOT_FOUND", "This sign-in has expired. Start again in the program that sent you.");
  const isKnown = await isStillClient(scope, ticket, held);
  const target = await findTarget(scope, app.settings.publicUrl, ticket.resource, { held });
  const changed = new PublicError("INVALID_STATE", "The endpoint no longer accepts this sign-in. Start again.");
  if (target === null || ticket.endpointId !== target.endpointId) throw changed;
  if (!isKnown) throw changed;
  try {
    requireAdmitted(ticket.client, target);
  } catch (error) {
    throw error instanceof OauthError ? changed : error;
  }
  const known = scopesOf(target);
  if (!ticket.scopes.every((name) => known.includes(name))) throw changed;
  return { ticket, target };
}
