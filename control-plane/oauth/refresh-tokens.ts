import { auditedGrant, auditOauth } from "./audit-oauth.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OauthError } from "./oauth-error.ts";
import { touchClient } from "./queries/clients.ts";
import { lockGrant, revokeGrant } from "./queries/grants.ts";
import { lockRefreshToken, useRefreshToken } from "./queries/tokens.ts";
import { requireLiveGrant } from "./require-live-grant.ts";
import { readScopes, scopesOf } from "./scopes.ts";
import { tokenHash } from "./token-hash.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

const invalid = (description: string) => new OauthError("invalid_grant", description);

/**
 * Exchanges a refresh token for new tokens (OAuth 2.1, section 4.3). Each is good once: one that comes again was stolen, by
 * this caller or the one before, so the whole family is revoked.
 * @throws OauthError
 */
export async function refreshTokens(request: TokenRequest): Promise<TokenOutcome> {
  const { app, scope, asked, origin } = request;
  if (asked.refresh_token === undefined) throw new OauthError("invalid_request", "The refresh_token is missing.");
  if (asked.client_id === undefined) throw new OauthError("invalid_request", "The client_id is missing.");
  const sha256 = tokenHash(asked.refresh_token);
  const token = await lockRefreshToken(scope, sha256);
  if (token === undefined) throw invalid("There is no such refresh token.");
  const held = await lockGrant(scope, token.grantId);
  if (held?.clientId !== asked.client_id) throw invalid("The refresh token was given to another client.");
  if (token.usedAt !== null) {
    if (held.revokedAt === null) {
      await revokeGrant(scope, held.id);
      const changes = { reason: "a refresh token was used twice" };
      await auditOauth(scope, origin, { action: "oauth-grant.revoke", ...auditedGrant(held), changes });
    }
    return invalid("The refresh token was used before. The consent is revoked.");
  }
  if (token.expiresAt.getTime() <= Date.now()) throw invalid("The refresh token has expired.");
  const { grant, target } = await requireLiveGrant(request, token.grantId);
  // A scope that the policy has dropped since is granted no more.
  const allowed = scopesOf(target).filter((name) => grant.scopes.includes(name));
  const scopes = asked.scope === undefined ? allowed : readScopes(asked.scope, allowed);
  await useRefreshToken(scope, sha256);
  await touchClient(scope, grant.clientId);
  await auditOauth(scope, origin, {
    action: "oauth-token.create",
    ...auditedGrant(grant),
    changes: { by: "refresh_token", scopes },
  });
  return issueTokens(app, scope, grant, scopes);
}
