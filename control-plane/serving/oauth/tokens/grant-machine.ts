import { auditedGrant, auditOauth } from "../protocol/audit-oauth.ts";
import { findTarget, requireTarget } from "../clients/find-target.ts";
import { clientOfRow, requireAdmitted } from "../clients/find-client.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { holdAnyClient, touchClient } from "../queries/clients.ts";
import { insertGrant, lockGrantOfMachine } from "../queries/grants.ts";
import { requireAssertion } from "./read-assertion.ts";
import { readScopes, scopesOf } from "../clients/scopes.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

/**
 * Gives a machine an access token by itself (`client_credentials`: OAuth 2.1, section 4.2), without a refresh token.
 * @throws OauthError
 */
export async function grantMachine(request: TokenRequest): Promise<TokenOutcome> {
  const { app, scope, asked, origin } = request;
  const client = asked.client_id === undefined ? undefined : await holdAnyClient(scope, asked.client_id);
  if (client === undefined) throw new OauthError("invalid_client", "There is no such client.");
  if (client.authMethod !== "private_key_jwt") {
    throw new OauthError("unauthorized_client", "This client signs people in. It cannot get a token for itself.");
  }
  await requireAssertion(request, client);
  const target = requireTarget(await findTarget(scope, app.settings.publicUrl, asked.resource, { held: true }));
  requireAdmitted(clientOfRow(client), target);
  const scopes = readScopes(asked.scope, scopesOf(target));
  let grant = await lockGrantOfMachine(scope, client.id, target.resource);
  if (grant === undefined) {
    const { projectId, endpointId, environment, resource } = target;
    const place = { projectId, endpointId, environment, resource };
    const made = { ...place, userId: null, clientId: client.id, clientName: client.name, scopes };
    grant = { ...(await insertGrant(scope, made)), email: null };
    await auditOauth(scope, origin, { action: "oauth-grant.create", ...auditedGrant(grant), changes: { scopes } });
  }
  await touchClient(scope, client.id);
  await auditOauth(scope, origin, {
    action: "oauth-token.create",
    ...auditedGrant(grant),
    changes: { by: "client_credentials", scopes },
  });
  return issueTokens(app, scope, grant, scopes);
}
