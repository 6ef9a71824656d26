import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { auditedGrant, auditOauth } from "../protocol/audit-oauth.ts";
import { issueTokens } from "./issue-tokens.ts";
import { sealRenewal } from "./kept-renewal.ts";
import { renewalOverlapMs } from "../limits.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { touchClient } from "../queries/clients.ts";
import { findGrant, lockGrant, revokeGrant } from "../queries/grants.ts";
import { lockRefreshToken, useRefreshToken, type RefreshTokenRow } from "../queries/tokens.ts";
import { currentRenewal, repeatRenewal } from "./repeat-renewal.ts";
import { requireLiveGrant } from "./require-live-grant.ts";
import { readScopes } from "../clients/scopes.ts";
import type { IssuedTokens } from "./sign-access-token.ts";
import { tokenHash } from "../protocol/token-hash.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

const invalid = (description: string) => new OauthError("invalid_grant", description);

/** Ends the family of a token that was used long ago. Either this caller or the earlier one has stolen it. */
async function endFamily({ scope, origin }: TokenRequest, grantId: string): Promise<OauthError> {
  const grant = await lockGrant(scope, grantId);
  if (grant !== undefined && grant.revokedAt === null) {
    await revokeGrant(scope, grant.id);
    const changes = { reason: "a refresh token was used twice" };
    await auditOauth(scope, origin, { action: "oauth-grant.revoke", ...auditedGrant(grant), changes });
  }
  return invalid("The refresh token was used before. The consent is revoked.");
}

/** Gives new tokens for an unused token, or the same tokens again for one that was used a moment ago. */
async function renew(request: TokenRequest, refreshToken: string, token: RefreshTokenRow): Promise<IssuedTokens> {
  const { app, scope, asked, origin } = request;
  const current = token.usedAt === null ? null : await currentRenewal(request, refreshToken, token);
  const { grant, scopes: known } = await requireLiveGrant(request, token.grantId);
  // We no longer grant a scope that the policy has dropped.
  const allowed = known.filter((name) => grant.scopes.includes(name));
  const scopes = asked.scope === undefined ? allowed : readScopes(asked.scope, allowed);
  await touchClient(scope, grant.clientId);
  const changes = { by: "refresh_token", scopes, ...(current === null ? {} : { repeated: true }) };
  await auditOauth(scope, origin, { action: "oauth-token.create", ...auditedGrant(grant), changes });
  if (current !== null) return repeatRenewal(request, grant, current, scopes);
  const given = await issueTokens(app, scope, grant, scopes);
  const kept = { ...given, refresh_token: given.refresh_token ?? "" };
  await useRefreshToken(scope, token.sha256, await sealRenewal(app.settings.sessionSecret, refreshToken, kept));
  return given;
}

/**
 * Exchanges a refresh token for new tokens (OAuth 2.1, section 4.3). Each is good once. If a client sends one again
 * within half a minute, it gets the current tokens of the token's family: official clients renew in several calls at
 * once, and answers get lost. After that, somebody has stolen the token, so we revoke the whole family (RFC 9700,
 * section 4.14.2).
 * @throws OauthError
 */
export async function refreshTokens(request: TokenRequest): Promise<TokenOutcome> {
  const { scope, asked } = request;
  if (asked.refresh_token === undefined) throw new OauthError("invalid_request", "The refresh_token is missing.");
  if (asked.client_id === undefined) throw new OauthError("invalid_request", "The client_id is missing.");
  const token = await lockRefreshToken(scope, tokenHash(asked.refresh_token));
  if (token === undefined) throw invalid("There is no such refresh token.");
  const grant = await findGrant(scope, token.grantId);
  if (grant?.clientId !== asked.client_id) throw invalid("The refresh token was given to another client.");
  if ((token.usedForMs ?? 0) > renewalOverlapMs) return endFamily(request, token.grantId);
  if (token.expiresAt.getTime() <= sharedNow()) throw invalid("The refresh token has expired.");
  return renew(request, asked.refresh_token, token);
}
