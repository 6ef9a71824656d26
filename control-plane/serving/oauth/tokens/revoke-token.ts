import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { auditedGrant, auditOauth, type Origin } from "../protocol/audit-oauth.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { findAnyClient } from "../queries/clients.ts";
import { lockGrant, revokeGrant } from "../queries/grants.ts";
import { lockRefreshToken } from "../queries/tokens.ts";
import { requireAssertion } from "./read-assertion.ts";
import type { Input } from "../protocol/read-input.ts";
import { readAccessToken } from "./read-access-token.ts";
import { tokenHash } from "../protocol/token-hash.ts";

/** The consent of a token that was issued here; null for any other text. */
async function grantIdOf(app: App, scope: InstallationScope, token: string): Promise<string | null> {
  const refresh = await lockRefreshToken(scope, tokenHash(token));
  if (refresh !== undefined) return refresh.grantId;
  return (await readAccessToken(app, scope, token))?.grantId ?? null;
}

/**
 * Revokes a token and with it the whole consent (RFC 7009). For a token that is unknown or already revoked, it succeeds
 * too.
 * @throws OauthError
 */
export async function revokeToken(app: App, asked: Input<"revoke">, origin: Origin): Promise<void> {
  const { token, client_id: clientId } = asked;
  if (token === undefined) throw new OauthError("invalid_request", "The token is missing.");
  if (clientId === undefined) throw new OauthError("invalid_client", "The client_id is missing.");
  await app.store.inInstallation(async (scope) => {
    const client = await findAnyClient(scope, clientId);
    if (client?.authMethod === "private_key_jwt") await requireAssertion({ app, scope, asked }, client);
    const grantId = await grantIdOf(app, scope, token);
    const grant = grantId === null ? undefined : await lockGrant(scope, grantId);
    if (grant === undefined) return;
    if (grant.clientId !== clientId) throw new OauthError("invalid_grant", "The token was given to another client.");
    if (grant.revokedAt !== null) return;
    await revokeGrant(scope, grant.id);
    const changes = { reason: "its client revoked a token" };
    await auditOauth(scope, origin, { action: "oauth-grant.revoke", ...auditedGrant(grant), changes });
  });
}
